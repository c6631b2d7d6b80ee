package messagelink_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

func FuzzRead(f *testing.F) {
	signer := messagelink.NewSigner([]byte("the secret of this test"))
	own := signer.Token("0191d0a4-0000-7000-8000-000000000001", permission.Tracking, time.Unix(1_800_000_000, 0), "m-1")
	for _, token := range []string{"", own, own[1:], own + "A", "AAAA", "%00", "\xff"} {
		f.Add(token)
	}
	f.Fuzz(func(t *testing.T, token string) {
		if read, err := signer.Read(token); token != own {
			require.Equal(t, contract.Refuse(contract.FailLinkInvalid), err, "%+v", read)
		}
	})
}
