// Package config reads the settings files and merges the layers of settings.
//
// Highest first: tool argument, session, profile, environment, VS Code setting,
// workspace file, home file. They are merged key by key.
package config

// Values are the settings of one layer; nil means that the layer says nothing.
type Values struct {
	WorkspacePath        *string  `yaml:"workspacePath"`
	BazelPath            *string  `yaml:"bazelPath"`
	LLDBDap              *string  `yaml:"lldbDap"`
	BuildifierPath       *string  `yaml:"buildifierPath"`
	StartupArgs          []string `yaml:"startupArgs"`
	MaxOutput            *int     `yaml:"maxOutput"`
	DefaultTarget        *string  `yaml:"defaultTarget"`
	DefaultSimulatorName *string  `yaml:"defaultSimulatorName"`
	DefaultSimulatorID   *string  `yaml:"defaultSimulatorId"`
	DefaultDeviceName    *string  `yaml:"defaultDeviceName"`
	DefaultDeviceID      *string  `yaml:"defaultDeviceId"`
	DefaultPlatform      *string  `yaml:"defaultPlatform"`
	DefaultBuildMode     *string  `yaml:"defaultBuildMode"`
	DefaultStreaming     *bool    `yaml:"defaultStreaming"`
	EnabledWorkflows     Names    `yaml:"enabledWorkflows"`
	// Simulated: "auto" asks for the stand-ins for Apple's programs where no
	// Xcode is; "never" forbids them.
	Simulated *string            `yaml:"simulated"`
	Remote    map[string]Remote  `yaml:"remote"`
	Profiles  map[string]Profile `yaml:"profiles"`
}

// A Profile is a named set of defaults.
type Profile struct {
	DefaultTarget        *string `yaml:"defaultTarget"`
	DefaultSimulatorName *string `yaml:"defaultSimulatorName"`
	DefaultSimulatorID   *string `yaml:"defaultSimulatorId"`
	DefaultDeviceName    *string `yaml:"defaultDeviceName"`
	DefaultDeviceID      *string `yaml:"defaultDeviceId"`
	DefaultPlatform      *string `yaml:"defaultPlatform"`
	DefaultBuildMode     *string `yaml:"defaultBuildMode"`
	Streaming            *bool   `yaml:"streaming"`
}

// A Remote is a .bazelrc config that reaches a remote service, and the
// environment variable without which it is left out of command lines.
type Remote struct {
	Cache       string `yaml:"cache"`
	Executor    string `yaml:"executor"`
	BES         string `yaml:"bes"`
	HeadersFrom string `yaml:"headersFrom"` // path of a credential helper
	NeedsEnv    string `yaml:"needsEnv"`
}

// Defaults returns the session defaults that the layer sets, by their keys.
func (v Values) Defaults() map[string]any {
	return collect(v.DefaultTarget, v.DefaultSimulatorName, v.DefaultSimulatorID, v.DefaultDeviceName, v.DefaultDeviceID, v.DefaultPlatform, v.DefaultBuildMode, v.DefaultStreaming)
}

// Defaults returns the session defaults that the profile sets, by their keys.
func (p Profile) Defaults() map[string]any {
	return collect(p.DefaultTarget, p.DefaultSimulatorName, p.DefaultSimulatorID, p.DefaultDeviceName, p.DefaultDeviceID, p.DefaultPlatform, p.DefaultBuildMode, p.Streaming)
}

func collect(target, simulatorName, simulatorID, deviceName, deviceID, platform, buildMode *string, streaming *bool) map[string]any {
	out := map[string]any{}
	for key, value := range map[string]*string{
		"target": target, "simulatorName": simulatorName, "simulatorId": simulatorID, "deviceName": deviceName,
		"deviceId": deviceID, "platform": platform, "buildMode": buildMode,
	} {
		if value != nil && *value != "" && *value != "none" {
			out[key] = *value
		}
	}
	if streaming != nil {
		out["streaming"] = *streaming
	}
	return out
}
