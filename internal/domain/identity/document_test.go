package identity_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/identity"
)

func TestDocumentOf_Passport_IsNoID(t *testing.T) {
	for number, want := range map[string]identity.Document{
		"1000000008": identity.DocumentID, "2000000006": identity.DocumentID,
		"X1234567": identity.DocumentPassport, "533401234": identity.DocumentPassport, "3000000001": identity.DocumentPassport,
		"20000000065": identity.DocumentPassport, "": identity.DocumentPassport,
	} {
		require.Equal(t, want, identity.DocumentOf(number), number)
	}
	require.Equal(t, "X1234567", identity.Normal("x1234567"))
}
