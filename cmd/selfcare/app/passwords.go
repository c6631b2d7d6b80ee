package app

import (
	"context"
	"os"
	"runtime"

	"selfcare/internal/platform/password/aside"
)

// passwordsWord is the command of our programs that compares passwords for another process of theirs.
const passwordsWord = "passwords"

// PasswordCommand runs this program's command ComparePasswords.
func PasswordCommand() []string {
	program, err := os.Executable()
	if err != nil {
		return nil // passwords are compared in this process then
	}
	return []string{program, passwordsWord}
}

// ComparePasswords is the command passwords.
type ComparePasswords struct{}

// Run compares passwords until its input ends.
func (ComparePasswords) Run() error { return aside.Serve(os.Stdin, os.Stdout) }

// openPasswords has a place for each core this program may use.
func (p *parts) openPasswords(roles Roles) {
	p.passwords = aside.New(runtime.GOMAXPROCS(0), roles.PasswordCommand...)
	p.stopping.Add("passwords", func(context.Context) error { return p.passwords.Close() })
}
