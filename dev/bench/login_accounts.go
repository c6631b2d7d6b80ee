package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"sync/atomic"

	"selfcare/internal/platform/password"
	"selfcare/internal/store"
)

const loginUsers = 1000 // so many that none reaches the limit of one account

// loginAccounts makes users with one hash: making it is as slow as comparing it.
func (b *Bench) loginAccounts(ctx context.Context) ([]string, error) {
	hash := password.Hash(loginPassword)
	logins := make([]string, loginUsers)
	for i := range logins {
		logins[i] = fmt.Sprintf("login-%d@selfcare.example", i)
		if _, err := b.store.Users.Register(ctx, store.User{Email: logins[i], EmailConfirmed: true, PasswordHash: hash}, ""); err != nil {
			return nil, err
		}
	}
	return logins, nil
}

// manyPlaces sends each request from an address of its own, as the stack's trusted proxy would say: so many people do
// not sit behind one address, which has its limits.
type manyPlaces struct {
	next http.RoundTripper
	sent atomic.Uint32
}

// RoundTrip sends a request.
func (m *manyPlaces) RoundTrip(request *http.Request) (*http.Response, error) {
	n := m.sent.Add(1)
	from := netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
	request.Header.Set("X-Forwarded-For", from.String())
	return m.next.RoundTrip(request)
}
