package autorecharge_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/autorecharge"
	"selfcare/internal/domain/typed"
)

func TestNumber_EachTry_IsAnotherNumber(t *testing.T) {
	first := autorecharge.Number("0198a000-0000-7000-8000-000000000001", 0)
	require.Regexp(t, typed.PurchaseNumber.Pattern(), first)
	require.Equal(t, first, autorecharge.Number("0198a000-0000-7000-8000-000000000001", 0))
	require.NotEqual(t, first, autorecharge.Number("0198a000-0000-7000-8000-000000000001", 1))
}
