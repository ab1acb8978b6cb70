// Package signing reads what apps for devices are signed with: the identities of
// the keychain and the provisioning profiles on disk.
package signing

import (
	"bytes"
	"context"
	"crypto/sha1" // the fingerprint by which security(1) names an identity
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"howett.net/plist"

	"bazelapple/internal/run"
)

// An Identity is a certificate whose private key is in the keychain.
type Identity struct {
	Name    string    // "Apple Development: Jo Doe (8ABCDEFGHI)"
	Team    string    // "ABCDE12345", the certificate's organizational unit; "" when unknown
	Expires time.Time // zero when unknown
}

// A Profile is a provisioning profile.
type Profile struct {
	Name    string
	Team    string // team identifier
	AppID   string // "ABCDE12345.com.example.*"
	Expires time.Time
	Path    string
}

// identity is a line of `security find-identity -v -p codesigning`:
//
//  1. 0123456789ABCDEF0123456789ABCDEF01234567 "Apple Development: Jo Doe (8ABCDEFGHI)"
var identity = regexp.MustCompile(`(?m)^\s*\d+\) ([0-9A-F]{40}) "(.*)"`)

// Identities lists the valid identities. Team and expiry stand in their
// certificates, which are asked for only when there is an identity.
func Identities(ctx context.Context, r run.Runner) ([]Identity, error) {
	out, err := r.Run(ctx, run.Command{Args: []string{"security", "find-identity", "-v", "-p", "codesigning"}})
	if err != nil {
		return nil, err
	}
	lines := identity.FindAllStringSubmatch(string(out.Stdout), -1)
	if len(lines) == 0 {
		return nil, nil
	}
	known := map[string]*x509.Certificate{}
	// Without them the names remain.
	if out, err := r.Run(ctx, run.Command{Args: []string{"security", "find-certificate", "-a", "-p"}, Keep: 8 << 20}); err == nil {
		known = certificates(out.Stdout)
	}
	found := make([]Identity, len(lines))
	for i, l := range lines {
		found[i].Name = l[2]
		if c := known[l[1]]; c != nil {
			found[i].Expires = c.NotAfter
			if units := c.Subject.OrganizationalUnit; len(units) > 0 {
				found[i].Team = units[0]
			}
		}
	}
	return found, nil
}

// certificates are those of a PEM text by their fingerprints.
func certificates(text []byte) map[string]*x509.Certificate {
	out := map[string]*x509.Certificate{}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if c, err := x509.ParseCertificate(block.Bytes); err == nil {
			sum := sha1.Sum(block.Bytes)
			out[strings.ToUpper(hex.EncodeToString(sum[:]))] = c
		}
	}
	return out
}

// Profiles reads the provisioning profiles in the folders of a home in which
// Xcode keeps them: the second one is that of Xcode 16 and later.
func Profiles(home string) []Profile {
	var out []Profile
	for _, folder := range []string{"Library/MobileDevice/Provisioning Profiles", "Library/Developer/Xcode/UserData/Provisioning Profiles"} {
		names, _ := filepath.Glob(filepath.Join(home, folder, "*.mobileprovision"))
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				continue
			}
			if p, ok := profile(text); ok {
				p.Path = name
				out = append(out, p)
			}
		}
	}
	return out
}

// profile reads the property list inside a profile, which is signed (CMS) but
// not encrypted.
func profile(text []byte) (Profile, bool) {
	from := bytes.Index(text, []byte("<?xml"))
	to := bytes.LastIndex(text, []byte("</plist>"))
	if from < 0 || to < from {
		return Profile{}, false
	}
	var p struct {
		Name           string
		TeamIdentifier []string
		ExpirationDate time.Time
		Entitlements   struct {
			AppID string `plist:"application-identifier"`
		}
	}
	if _, err := plist.Unmarshal(text[from:to+len("</plist>")], &p); err != nil {
		return Profile{}, false
	}
	out := Profile{Name: p.Name, AppID: p.Entitlements.AppID, Expires: p.ExpirationDate}
	if len(p.TeamIdentifier) > 0 {
		out.Team = p.TeamIdentifier[0]
	}
	return out, true
}
