package config_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
)

func TestDevices_Lists_NameEachOnce(t *testing.T) {
	for text, want := range map[string][]string{"a": {"a"}, "a, b": {"a", "b"}} {
		found, err := config.ZATCA{Device: text}.Devices()
		require.NoError(t, err)
		require.Equal(t, want, found)
	}
	for _, wrong := range []string{"a,a", "a, a", "a,", ""} {
		_, err := config.ZATCA{Device: wrong}.Devices()
		require.ErrorContains(t, err, "ZATCA_DEVICE")
	}
}
