package postgres

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// The user id 65534 owns nothing on Unix systems.
const nobody = 65534

func credential() *syscall.SysProcAttr {
	if os.Geteuid() != 0 {
		return &syscall.SysProcAttr{}
	}
	uid, gid := owner()
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: gid}}
}

// owner runs Postgres and owns its files when we are root.
func owner() (uid, gid uint32) {
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return number(u.Uid), number(u.Gid)
		}
	}
	return nobody, nobody
}

func number(id string) uint32 {
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return nobody
	}
	return uint32(n)
}

// giveAway hands a folder to the owner of Postgres; only root needs it.
func giveAway(folder string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	uid, gid := owner()
	info, err := os.Stat(folder)
	if err != nil {
		return fmt.Errorf("the Postgres data folder %s cannot be read: %w", folder, err)
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid == uid {
		return nil
	}
	err = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(uid), int(gid))
	})
	if err != nil {
		return fmt.Errorf("the Postgres data folder %s cannot be handed to its user: %w", folder, err)
	}
	return nil
}
