package contracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	simulated "selfcare/dev/simulator/nationaladdress"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/gateway/nationaladdress/spl"
)

func post(t *testing.T, s stand) *spl.Post {
	t.Helper()
	adapter, err := spl.New(spl.Config{URL: s.url + "/nationaladdress", APIKey: s.keys.NationalAddress}, nil, quiet())
	require.NoError(t, err)
	return adapter
}

func TestNationalAddress_ShortAddress_IsFound(t *testing.T) {
	adapter := post(t, newStand(t))
	english := nationaladdress.Address{
		Cities: []string{"RIYADH", "الرياض"}, District: "Al Wurud Dist.", Street: "At Tahliyah St.", BuildingNumber: "2929",
		Postcode: "12292", AdditionalNumber: "9292", Latitude: 24.6936, Longitude: 46.6853,
	}
	arabic := english
	arabic.Cities, arabic.District, arabic.Street = []string{"الرياض", "RIYADH"}, "حي الورود", "شارع التحلية"
	for language, want := range map[string]nationaladdress.Address{"en": english, "ar": arabic} {
		got, err := adapter.Find(t.Context(), "RRRD2929", language)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

func TestNationalAddress_EachMagicInput_HasItsOutcome(t *testing.T) {
	s := newStand(t)
	adapter := post(t, s)
	for short, want := range map[string]error{
		"RRRD0000": gateway.ErrNotFound, "QQQQ2929": gateway.ErrNotFound, "RRRD9901": gateway.ErrRetry, "RRRD9902": gateway.ErrRetry,
		"RRRD9903": gateway.ErrRetry,
	} {
		_, err := adapter.Find(t.Context(), short, "ar")
		require.ErrorIs(t, err, want, short)
	}
	s.script(t, simulated.Name, simulated.OperationFind, "unknown")
	_, err := adapter.Find(t.Context(), "RRRD2929", "ar")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}
