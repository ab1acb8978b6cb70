package tool

// A Workflow groups the tools that serve one job.
type Workflow string

// The workflows, in the order in which they are shown.
const (
	WorkflowBuild        Workflow = "build"
	WorkflowTest         Workflow = "test"
	WorkflowSimulator    Workflow = "simulator"
	WorkflowAppLifecycle Workflow = "app_lifecycle"
	WorkflowCapture      Workflow = "capture"
	WorkflowUIAutomation Workflow = "ui_automation"
	WorkflowDeepLinks    Workflow = "deep_links"
	WorkflowDevice       Workflow = "device"
	WorkflowLLDB         Workflow = "lldb"
	WorkflowMacOS        Workflow = "macos"
	WorkflowTVOS         Workflow = "tvos"
	WorkflowWatchOS      Workflow = "watchos"
	WorkflowVisionOS     Workflow = "visionos"
	WorkflowSPM          Workflow = "spm"
	WorkflowProject      Workflow = "project"
	WorkflowScaffold     Workflow = "scaffold"
	WorkflowSession      Workflow = "session"
	WorkflowDaemon       Workflow = "daemon"
	WorkflowUpdate       Workflow = "update"
	WorkflowAgentDebug   Workflow = "agent_debug"
	WorkflowXcode        Workflow = "xcode"
	// WorkflowNone is the workflow of the few tools that are always offered.
	WorkflowNone Workflow = ""
)

// A WorkflowInfo describes a workflow to a person.
type WorkflowInfo struct {
	ID          Workflow `json:"id"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
}

// Workflows lists the 21 workflows.
func Workflows() []WorkflowInfo {
	return []WorkflowInfo{
		{WorkflowBuild, "Build", "Build targets and run apps."},
		{WorkflowTest, "Test", "Run tests and measure coverage."},
		{WorkflowSimulator, "Simulator", "List, boot, erase and configure simulators."},
		{WorkflowAppLifecycle, "App Lifecycle", "Install, launch, stop and remove apps on simulators."},
		{WorkflowCapture, "Capture", "Screenshots, videos and logs of simulators."},
		{WorkflowUIAutomation, "UI Automation", "Read the screen, tap, type and swipe."},
		{WorkflowDeepLinks, "Deep Links", "Open URLs and send push notifications."},
		{WorkflowDevice, "Device", "Physical devices: install, launch, test, logs."},
		{WorkflowLLDB, "LLDB", "Debug running apps."},
		{WorkflowMacOS, "macOS", "Build, run and test Mac apps."},
		{WorkflowTVOS, "tvOS", "Build, run and test Apple TV apps."},
		{WorkflowWatchOS, "watchOS", "Build, run and test Apple Watch apps."},
		{WorkflowVisionOS, "visionOS", "Build, run and test Apple Vision apps."},
		{WorkflowSPM, "Swift Package", "Build, test and run Swift packages."},
		{WorkflowProject, "Project", "Find targets, query dependencies."},
		{WorkflowScaffold, "Scaffold", "Create new Bazel projects."},
		{WorkflowSession, "Session", "Workspace, defaults, profiles and runs."},
		{WorkflowDaemon, "Daemon", "The background host."},
		{WorkflowUpdate, "Update", "Check for and install updates."},
		{WorkflowAgentDebug, "Agent Debug", "Debug logs that an agent adds to an app."},
		{WorkflowXcode, "Xcode", "Xcode's own agent tools."},
	}
}
