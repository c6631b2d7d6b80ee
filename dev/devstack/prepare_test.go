package devstack

import (
	"math"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestLock_SecondStack_IsRefused(t *testing.T) {
	dir := t.TempDir()
	release, err := lock(dir)
	require.NoError(t, err)
	_, err = lock(dir)
	require.EqualError(t, err, "another devstack is running in "+dir+": stop it, or set STATE_DIR and other ports for a second one")
	release()
	release, err = lock(dir)
	require.NoError(t, err)
	release()
}

func TestCheckSpace_FullDisk_IsRefused(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, checkSpace(dir, 1))
	require.ErrorContains(t, checkSpace(dir, math.MaxUint64), "the disk is nearly full")
}

func TestAwaitPorts_UsedPorts_AreNamed(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	taken := listener.Addr().(*net.TCPAddr).Port
	err = awaitPorts([]port{{"PORT", taken, "the app"}, {"POSTGRES_PORT", taken, "Postgres"}}, time.Millisecond)
	require.ErrorContains(t, err, "wanted for the app, is in use: stop the program that uses it or choose another with PORT=")
	require.ErrorContains(t, err, "POSTGRES_PORT=")
}

func TestAwaitPorts_ClosingPort_Awaited(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	taken := port{"PORT", listener.Addr().(*net.TCPAddr).Port, "the app"}
	require.Error(t, checkPorts([]port{taken}))
	time.AfterFunc(100*time.Millisecond, func() { _ = listener.Close() })
	require.NoError(t, awaitPorts([]port{taken}, 10*time.Second))
}

func TestPrepare_Failure_ReleasesFolder(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	s := Settings{StateDir: filepath.Join(t.TempDir(), "state"), Port: listener.Addr().(*net.TCPAddr).Port}
	_, err = prepare(s)
	require.ErrorContains(t, err, "is in use")
	release, err := lock(s.StateDir)
	require.NoError(t, err)
	release()
}
