package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestDevices_Lists_AreOneForEachDevice(t *testing.T) {
	one := config.ZATCA{Device: "a", PrivateKey: "k", Certificate: "c", Secret: "s"}
	found, err := one.Devices()
	require.NoError(t, err)
	require.Equal(t, []config.Device{{Name: "a", PrivateKey: "k", Certificate: "c", Secret: "s"}}, found)

	two := config.ZATCA{Device: "a, b", PrivateKey: "k1,k2", Certificate: "c1,c2", Secret: "s1,s2"}
	found, err = two.Devices()
	require.NoError(t, err)
	require.Equal(t, config.Device{Name: "b", PrivateKey: "k2", Certificate: "c2", Secret: "s2"}, found[1])

	short, twice := two, two
	short.Secret, twice.Device = "s1", "a,a"
	for _, wrong := range []config.ZATCA{short, twice} {
		_, err := wrong.Devices()
		require.ErrorContains(t, err, "ZATCA_DEVICE")
	}
}
