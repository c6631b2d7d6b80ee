//go:build !linux

package postgres

import "syscall"

// unprivileged makes a child of root run as somebody else, because Postgres refuses to run as root.
func unprivileged(string) *syscall.SysProcAttr {
	return credential()
}
