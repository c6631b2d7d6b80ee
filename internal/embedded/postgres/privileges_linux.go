package postgres

import (
	"os"
	"path/filepath"
	"syscall"
)

// capDACOverride lets a process pass folders it has no permission for.
const capDACOverride = 1

// unprivileged makes a child of root run as somebody else, because Postgres refuses to run as root.
// Where a parent folder is closed to others (a checkout in /root), the child keeps the one right to pass through it.
func unprivileged(folders ...string) *syscall.SysProcAttr {
	attributes := credential()
	if attributes.Credential == nil {
		return attributes
	}
	for _, folder := range folders {
		if !openToOthers(filepath.Dir(folder)) {
			attributes.AmbientCaps = []uintptr{capDACOverride}
		}
	}
	return attributes
}

func openToOthers(folder string) bool {
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		info, err := os.Stat(folder)
		if err != nil || info.Mode()&0o001 == 0 {
			return false
		}
	}
	return true
}
