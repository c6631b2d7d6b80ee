//go:build !linux

package postgres

import "syscall"

// unprivileged makes a child of root run as another user, because Postgres refuses to run as root.
func unprivileged(string) *syscall.SysProcAttr {
	return credential()
}
