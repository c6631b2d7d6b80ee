package postgres

import (
	"path/filepath"
	"syscall"
)

// capDACOverride lets a process pass folders it has no permission for.
const capDACOverride = 1

// unprivileged makes a child of root run as another user, because Postgres refuses to run as root. If a parent of its
// data is closed to others (a checkout in /root), the child keeps the one right to pass through it.
func unprivileged(dataDir string) *syscall.SysProcAttr {
	attributes := credential()
	if attributes.Credential != nil && !openToOthers(filepath.Dir(dataDir)) {
		attributes.AmbientCaps = []uintptr{capDACOverride}
	}
	return attributes
}
