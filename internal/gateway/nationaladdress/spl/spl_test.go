package spl_test

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/nationaladdress"
	"selfcare/internal/gateway/nationaladdress/spl"
)

func adapterTo(t *testing.T, url string) *spl.Post {
	t.Helper()
	adapter, err := spl.New(spl.Config{URL: url, APIKey: "key", Timeout: time.Second}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func TestNew_BadAddressOfPost_IsRefused(t *testing.T) {
	_, err := spl.New(spl.Config{URL: "spl"}, nil, slog.New(slog.DiscardHandler))
	require.Error(t, err)
}

func TestFind_Format_IsSPLs(t *testing.T) {
	post := gatewaytest.Start(t, 200, `{"totalSearchResults":"1","Addresses":[{"Title":null,"BuildingNumber":"8080","Street":"عاصم بن ثابت",
		"District":"حي العوالي","City":"الرياض","City_L2":"RIYADH","PostCode":"14926","AdditionalNumber":"3125","RegionName":"منطقة الرياض",
		"Latitude":"24.5","Longitude":"46.6"}],"success":true,"statusdescription":"SUCCESS"}`)
	adapter := adapterTo(t, post.URL+"/NationalAddress")
	want := nationaladdress.Address{
		Cities: []string{"الرياض", "RIYADH"}, District: "حي العوالي", Street: "عاصم بن ثابت", BuildingNumber: "8080", Postcode: "14926",
		AdditionalNumber: "3125", Latitude: 24.5, Longitude: 46.6,
	}
	got, err := adapter.Find(t.Context(), "RRRD2929", "ar")
	require.NoError(t, err)
	require.Equal(t, want, got)
	const line = "GET /NationalAddress/NationalAddressByShortAddress/NationalAddressByShortAddress?encode=utf8&format=JSON&language="
	require.Equal(t, line+"A&shortaddress=RRRD2929", post.Latest().Line)
	require.Equal(t, "key", post.Latest().Header.Get("api_key"))

	_, err = adapter.Find(t.Context(), "RRRD2929", "en")
	require.NoError(t, err)
	require.Equal(t, line+"E&shortaddress=RRRD2929", post.Latest().Line)

	post.Answer(200, `{"Addresses":[{"BuildingNumber":8080,"Street":null,"Latitude":24.5,"Longitude":"east"}]}`)
	got, err = adapter.Find(t.Context(), "RRRD2929", "en")
	require.NoError(t, err)
	require.Equal(t, nationaladdress.Address{Cities: []string{"", ""}, BuildingNumber: "8080", Latitude: 24.5}, got)
}

func TestFind_Answers_AreSorted(t *testing.T) {
	for name, tt := range map[string]struct {
		status  int
		answer  string
		wantErr error
	}{
		"unknown":         {200, `{"totalSearchResults":"0","Addresses":[],"success":true}`, gateway.ErrNotFound},
		"unsuccessful":    {200, `{"success":false,"statusdescription":"FAILED"}`, gateway.ErrRetry},
		"another version": {404, `{"statusCode":404,"message":"Resource not found"}`, gateway.ErrRetry},
		"a wrong key":     {401, `{"statusCode":401,"message":"Access denied"}`, gateway.ErrFinal},
		"too many calls":  {429, `{"statusCode":429}`, gateway.ErrRetry},
		"out of service":  {503, ``, gateway.ErrRetry},
		"a page":          {200, `<html>`, gateway.ErrRetry},
		"a list as text":  {200, `{"Addresses":"none"}`, gateway.ErrRetry},
		"a field as list": {200, `{"Addresses":[{"Street":[]}]}`, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := adapterTo(t, gatewaytest.Start(t, tt.status, tt.answer).URL).Find(t.Context(), "RRRD2929", "ar")
			require.ErrorIs(t, err, tt.wantErr)
		})
	}
}

func TestOff_AnyAddress_IsNotKnown(t *testing.T) {
	_, err := nationaladdress.Off{}.Find(t.Context(), "RRRD2929", "ar")
	require.ErrorIs(t, err, gateway.ErrRetry)
}
