package site_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const lookUp = "/api/lookup/national-address?shortAddress="

func TestFindNationalAddress_AsTyped_IsFound(t *testing.T) {
	r := servertest.New(t)
	for _, typed := range []string{"RRRD2929", "rrrd2929", "RRRD 2929", "rrrd-٢٩٢٩", "\u2066RRRD۲۹۲۹\u2069 "} {
		got := r.Call(http.MethodGet, lookUp+url.QueryEscape(typed), "", servertest.Header{"Accept-Language": "ar"})
		require.Equal(t, http.StatusOK, got.StatusCode, "%q %s", typed, got.Body)
		found := servertest.Decoded[gen.NationalAddress](t, got)
		require.Equal(t, []string{"RRRD2929", "riyadh", "Al Olaya", "2929"}, []string{found.ShortAddress, found.City, *found.Area, *found.BuildingNumber})
		require.Nil(t, found.Postcode, "the post does not know it")
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"))
	}
	require.Equal(t, contract.AddressQuestion{ShortAddress: "RRRD2929", Language: "ar"}, r.Addresses.Asked[4])
}

func TestFindNationalAddress_OtherShape_IsNotAsked(t *testing.T) {
	r := servertest.New(t)
	for _, typed := range []string{"", "RRR2929", "RRRD292", "RRRD29291", "2929RRRD", "ررردRD2929", "RRRD2929'--"} {
		servertest.RequireRefused(t, r.Call(http.MethodGet, lookUp+url.QueryEscape(typed), ""), contract.FailValidation)
	}
	require.Empty(t, r.Addresses.Asked)
}

func TestFindNationalAddress_Refusals_AreTold(t *testing.T) {
	r := servertest.New(t)
	for _, code := range []contract.Code{contract.FailShortAddressUnknown, contract.FailShortAddressNotServed, contract.FailShortAddressUnavailable} {
		r.Addresses.Err = contract.RefuseField("shortAddress", code)
		servertest.RequireRefused(t, r.Call(http.MethodGet, lookUp+"RRRD2929", ""), code)
	}
	off := servertest.New(t, func(o *server.Options) { o.Addresses = nil })
	servertest.RequireRefused(t, off.Call(http.MethodGet, lookUp+"RRRD2929", ""), contract.FailShortAddressUnavailable)
	told := func(r *servertest.Rig) bool {
		return servertest.Decoded[gen.AppConfiguration](t, r.Call(http.MethodGet, "/api/configuration/app", "")).NationalAddress
	}
	require.False(t, told(off), "without a post the field is not shown")
	require.True(t, told(r))
}

func TestFindNationalAddress_ManyFromOneAddress_AreRefused(t *testing.T) {
	r := servertest.New(t)
	var last servertest.Answer
	for range 61 {
		last = r.Call(http.MethodGet, lookUp+"RRRD2929", "")
	}
	servertest.RequireRefused(t, last, contract.FailRateLimited)
	require.Len(t, r.Addresses.Asked, 60)
}
