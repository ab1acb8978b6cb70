package signing

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha1"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"bazelapple/internal/run"
)

// The stand-in for security(1) prints what its manual page and Xcode's keychain
// show; the certificate is a real one, made here.
func TestIdentities(t *testing.T) {
	expires := time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: expires, Subject: pkix.Name{CommonName: "Apple Development: Jo Doe (8ABCDEFGHI)", OrganizationalUnit: []string{"ABCDE12345"}},
	}, &x509.Certificate{SerialNumber: big.NewInt(1)}, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\ncase $1 in\nfind-identity) cat <<E\n  1) %X \"Apple Development: Jo Doe (8ABCDEFGHI)\"\n  2) %040X \"Apple Distribution: Example Ltd (ABCDE12345)\"\n     2 valid identities found\nE\n;;\nfind-certificate) cat <<E\n%sE\n;;\nesac\n",
		sha1.Sum(der), 1, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	if err := os.WriteFile(filepath.Join(dir, "security"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	got, err := Identities(t.Context(), run.OS{Env: []string{"PATH=" + dir + ":" + os.Getenv("PATH")}})
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	if got[0].Team != "ABCDE12345" || !got[0].Expires.Equal(expires) || got[0].Name != "Apple Development: Jo Doe (8ABCDEFGHI)" {
		t.Errorf("%+v", got[0])
	}
	if got[1].Name != "Apple Distribution: Example Ltd (ABCDE12345)" || got[1].Team != "" {
		t.Errorf("%+v", got[1])
	}
}

func TestProfiles(t *testing.T) {
	home := t.TempDir()
	folder := filepath.Join(home, "Library/Developer/Xcode/UserData/Provisioning Profiles")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "0\x82\x01\x06\x09*\x86H<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n" +
		"<plist version=\"1.0\"><dict><key>Name</key><string>Example Dev</string><key>TeamIdentifier</key><array><string>ABCDE12345</string></array>" +
		"<key>ExpirationDate</key><date>2026-10-01T00:00:00Z</date><key>Entitlements</key><dict><key>application-identifier</key><string>ABCDE12345.com.example.*</string></dict></dict></plist>\x00\xa0\x82"
	for name, text := range map[string]string{"a.mobileprovision": text, "broken.mobileprovision": "0\x82", "cut.mobileprovision": text[:300]} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := Profiles(home)
	if len(got) != 1 || got[0].Name != "Example Dev" || got[0].Team != "ABCDE12345" || got[0].AppID != "ABCDE12345.com.example.*" || got[0].Expires.Year() != 2026 {
		t.Errorf("%+v", got)
	}
}
