package server_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestSignIn_PastedNumber_OpensTheAccount(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	for _, login := range []string{
		"+966 (0)57 000 0001", "\u2066+966 57 000 0001\u2069", "٠٥٧٠٠٠٠٠٠١", "057–000–0001", "\ufeff0570000001\u200f", "０５７００００００１",
	} {
		got := r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(login, servertest.Password))
		require.Equal(t, http.StatusOK, got.StatusCode, "%q %s", login, got.Body)
	}
}

func TestSignIn_UnreadableNumber_IsNoGuess(t *testing.T) {
	r := servertest.New(t)
	for _, login := range []string{"057000001", "+966 57 000 00011", "++966570000001"} {
		problem := servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(login, servertest.Password)), contract.FailValidation)
		require.Contains(t, (*problem.Fields)["login"], "cannot be read", login)
	}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("nobody@example.com", servertest.Password)), contract.FailLoginWrong)
}

func TestComplaint_PastedText_LosesMarks(t *testing.T) {
	d := servertest.NewDesk(t)
	form := fmt.Sprintf(`{"fullName":%q,"mobile":%q,"contactNumber":%q,"type":"calls","description":%q}`,
		"\u2068نورة\u2069", "\u2066+966 (0)57-000-0001\u2069", "(+966) 55 123 4567", "My order \u2066SC12345678\u2069\r\nis late.")
	got := d.Call(http.MethodPost, "/api/support/submitComplaint", form, servertest.FreshKey())
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
	written := servertest.Decoded[servertest.RequestAnswer](t, got).Data
	detail := d.Detail("service-request", d.CaseOf(written.Reference).Id).Ticket
	require.Equal(t, "نورة", *detail.Details.FullName)
	require.Equal(t, "0570000001", *detail.Details.Mobile)
	require.Equal(t, "My order SC12345678\nis late.", detail.Messages[0].Text)
	asked := fmt.Sprintf(`{"reference":%q,"contactNumber":"+966 (0)55 123 4567"}`, "#"+written.Reference[:4]+" "+written.Reference[4:]+"\u2069")
	require.Equal(t, http.StatusOK, d.Call(http.MethodPost, "/api/support/getSRStatus", asked).StatusCode)
}

func TestReseller_PrintedLandline_Taken(t *testing.T) {
	d := servertest.NewDesk(t)
	for _, landline := range []string{"011 234 5678", "+966 11 234 5678", "00966112345678", "(011) 234-5678", "9200 12345"} {
		d.NextCode() // each request sends a message to the same mobile
		form := fmt.Sprintf(`{"company":"Desert Phones","shopType":"telecom","landline":%q,"address":"King Road 1, Riyadh","area":"Near the market","mobile":"0551234567"}`, landline)
		got := d.Call(http.MethodPost, "/api/support/resellers", form, servertest.FreshKey())
		require.Equal(t, http.StatusCreated, got.StatusCode, "%s %s", landline, got.Body)
	}
}

func TestOrderLookup_CopiedNumber_SendsTheCode(t *testing.T) {
	r := servertest.New(t)
	token := r.Device()
	for _, number := range []string{"SC 1111 1111", "#SC11111112", "\u2066SC11111113\u2069", "sc-١١١١١١١٤."} {
		got := r.LookUp(token, number, "+966 (0)55 123 4567")
		require.Equal(t, http.StatusOK, got.StatusCode, "%q %s", number, got.Body)
	}
}

func TestQuery_TypedValue_IsReadFirst(t *testing.T) {
	r := servertest.New(t)
	for range 2 { // the second request is answered from the cache
		got := r.Call(http.MethodGet, "/api/number-booking/numbers?contains="+url.QueryEscape("١٢ ٣"), "")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	}
}

// Without a reader in the contract the value would stay as typed.
func TestContract_TypedNumber_NamesAReader(t *testing.T) {
	document, err := gen.GetSpec()
	require.NoError(t, err)
	for _, name := range []string{"TypedNumber", "SaudiMobile", "OperatorNumber", "TypedContact", "TypedOrderNumber", "TicketReference", "Email", "IdNumber", "LinkSecret", "Iccid"} {
		require.NotEmpty(t, document.Components.Schemas[name].Value.Extensions["x-typed"], name)
	}
}
