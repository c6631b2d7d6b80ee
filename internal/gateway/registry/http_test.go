package registry_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/registry"
)

const (
	idNumber  = "1000000008"
	birthDate = "1410-07-05"
)

func TestLookup_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		status  int
		body    string
		want    registry.Person
		wantErr error
	}{
		"a person":         {200, `{"fullNameEn":"Sara","fullNameAr":"سارة","simCount":2,"blocked":false}`, registry.Person{FullNameEn: "Sara", FullNameAr: "سارة", SIMCount: 2}, nil},
		"a blocked person": {200, `{"fullNameEn":"Sara","fullNameAr":"سارة","simCount":0,"blocked":true}`, registry.Person{FullNameEn: "Sara", FullNameAr: "سارة", Blocked: true}, nil},
		"her gender": {
			200, `{"fullNameEn":"Sara","gender":"female","simCount":0,"blocked":false}`,
			registry.Person{FullNameEn: "Sara", Gender: contract.GenderFemale},
			nil,
		},
		"a gender that says nothing": {200, `{"gender":"F","simCount":0,"blocked":false}`, registry.Person{}, nil},
		"no match":                   {404, `{"code":"no_match"}`, registry.Person{}, gateway.ErrNotFound},
		"count is missing":           {200, `{"fullNameEn":"Sara","blocked":false}`, registry.Person{}, gateway.ErrRetry},
		"blocked is missing":         {200, `{"fullNameEn":"Sara","simCount":0}`, registry.Person{}, gateway.ErrRetry},
		"broken JSON":                {200, `{"fullNameEn":"Sara`, registry.Person{}, gateway.ErrRetry},
		"wrong key":                  {401, `{"code":"unauthorized"}`, registry.Person{}, gateway.ErrFinal},
		"server error":               {500, ``, registry.Person{}, gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.body)
			adapter, err := registry.NewHTTP(registry.Config{URL: system.URL, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
			require.NoError(t, err)
			got, err := adapter.LookUp(t.Context(), registry.Query{IDNumber: idNumber, BirthDate: birthDate, Calendar: contract.CalendarHijri})
			sent := system.Latest()
			require.Equal(t, "POST /v1/persons/lookup", sent.Line)
			require.Equal(t, "key", sent.Header.Get("X-Api-Key"))
			require.JSONEq(t, `{"idNumber":"`+idNumber+`","birthDate":"`+birthDate+`","calendar":"hijri"}`, sent.Body)
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}
