package storetest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	linestore "selfcare/internal/store/line"
)

const (
	FirstICCID  = "8996605000000000017"
	SecondICCID = "8996605000000000025"
)

// InService returns a line with its SIM.
func InService(t *testing.T, s *store.Store) linestore.Line {
	t.Helper()
	require.NoError(t, s.Lines.Create(t.Context(), FullOrder(), time.Now()))
	line, err := s.Lines.ByNumber(t.Context(), "0571234567")
	require.NoError(t, err)
	require.Equal(t, contract.LineActive, line.Status)
	require.Equal(t, FirstICCID, line.ICCID)
	return line
}
