package orders_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const contactEmail = "noura@example.com"

// atContact returns an order at its contact step and the contact that the workflow receives.
func atContact(r *servertest.Rig) (o servertest.Started, told *contract.Contact) {
	r.T.Helper()
	o, told = r.AnswerUpTo(4), &contract.Contact{}
	r.Flow.Decide = func(o contract.Order, update string, arg any) (contract.Order, error) {
		if given, ok := arg.(contract.Contact); ok && update == contract.UpdateProvideContact {
			*told = given
		}
		return o, nil
	}
	return o, told
}

func askContactCode(r *servertest.Rig, o servertest.Started, channel, address string) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/contact-code", fmt.Sprintf(`{"channel":%q,%q:%q}`, channel, channel, address), servertest.WithSession(o.Session))
}

func contactCode(r *servertest.Rig, o servertest.Started, channel, address string) string {
	r.T.Helper()
	got := askContactCode(r, o, channel, address)
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(r.T, "code-contact", r.Notices.Latest().Template)
	return r.Notices.Code()
}

func giveContact(r *servertest.Rig, o servertest.Started, more string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	body := fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q%s}`, contactEmail, servertest.ContactMobile, more)
	return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/personal-information", body, append(headers, servertest.WithSession(o.Session), servertest.FreshKey())...)
}

const typedTwice = `,"mobileConfirmation":"` + servertest.ContactMobile + `"`

func proof(channel, code string) string {
	return fmt.Sprintf(`,"proof":{"channel":%q,"otp":%q}`, channel, code)
}

func TestContactCode_Guest_ConfirmsTheContact(t *testing.T) {
	for channel, address := range map[contract.Channel]string{contract.ByMobile: servertest.ContactMobile, contract.ByEmail: contactEmail} {
		t.Run(string(channel), func(t *testing.T) {
			r := servertest.New(t)
			o, told := atContact(r)
			servertest.RequireRefused(t, giveContact(r, o, typedTwice), contract.FailContactUnverified)

			code := contactCode(r, o, string(channel), address)
			servertest.RequireRefused(t, giveContact(r, o, typedTwice+proof(string(channel), servertest.OtherThan(code))), contract.FailPinWrong)
			got := giveContact(r, o, typedTwice+proof(string(channel), code))
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			require.Equal(t, []contract.Channel{channel}, told.Verified)
			servertest.RequireRefused(t, giveContact(r, o, typedTwice+proof(string(channel), code)), contract.FailPinExpired)
		})
	}
}

func TestContactCode_SessionShown_OpensTheAccountLater(t *testing.T) {
	r := servertest.New(t)
	o, _ := atContact(r)
	device := r.FreshDevice()
	code := contactCode(r, o, "mobile", servertest.ContactMobile)
	got := giveContact(r, o, typedTwice+proof("mobile", code), servertest.Bearer(device))
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	r.Line(servertest.MainLine, "prepaid", servertest.Owner)
	r.Put(o, func(full *contract.Order) {
		person := servertest.Owner
		full.Stage, full.Person, full.Booking = contract.StageActive, &person, &contract.Booking{MSISDN: servertest.MainLine}
		full.Contact = &contract.Contact{Email: contactEmail, Mobile: servertest.ContactMobile, Verified: []contract.Channel{contract.ByMobile}}
	})
	path := "/api/orders/" + o.ID + "/account"
	servertest.RequireRefused(t, r.Call(http.MethodPost, path, "", servertest.WithSession(o.Session), servertest.Bearer(r.FreshDevice())), contract.FailProofMissing)
	got = r.Call(http.MethodPost, path, "", servertest.WithSession(o.Session), servertest.Bearer(device))
	require.Equal(t, http.StatusCreated, got.StatusCode, string(got.Body))
}

func TestContactCode_OtherUse_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, told := atContact(r)
	code := contactCode(r, o, "email", contactEmail)
	servertest.RequireRefused(t, giveContact(r, o, typedTwice+proof("mobile", code)), contract.FailPinWrong)
	other := r.AnswerUpTo(4)
	servertest.RequireRefused(t, giveContact(r, other, typedTwice+proof("email", code)), contract.FailPinExpired)
	servertest.RequireRefused(t, askContactCode(r, other, "email", contactEmail), contract.FailPinTooSoon)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/orders/"+o.ID+"/contact-code", `{"channel":"mobile"}`, servertest.WithSession(o.Session)), contract.FailValidation)
	require.Empty(t, told.Verified)
}

func TestContactCode_OtherStep_IsNotSent(t *testing.T) {
	r := servertest.New(t)
	servertest.RequireRefused(t, askContactCode(r, r.AnswerUpTo(2), "mobile", servertest.ContactMobile), contract.FailStepOutOfOrder)
}

func TestContactCode_ProvenContact_NeedsNone(t *testing.T) {
	r := servertest.New(t)
	o, told := atContact(r)
	r.Put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura", Email: "other@example.com", Mobile: servertest.ContactMobile, Verified: []contract.Channel{contract.ByMobile, contract.ByEmail}}
	})
	require.Equal(t, http.StatusOK, giveContact(r, o, "").StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified, "the e-mail differs from the confirmed one")
	view := servertest.Decoded[gen.Order](t, r.Get(o, ""))
	require.Equal(t, []gen.ContactChannel{gen.ContactChannelMobile, gen.ContactChannelEmail}, view.Contact.Verified)
}

func TestContact_UnrepeatedMobile_IsRefused(t *testing.T) {
	r := servertest.New(t)
	o, _ := atContact(r)
	servertest.RequireRefused(t, giveContact(r, o, ""), contract.FailMobileMismatch)
}

func TestContact_ConfirmedInAccount_IsCopied(t *testing.T) {
	r := servertest.New(t)
	o, told := atContact(r)
	user := r.Customer(servertest.MainLine, "prepaid")
	her := r.SignIn(servertest.MainLine)
	body := fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q}`, contactEmail, servertest.MainLine)
	give := func() servertest.Answer {
		return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/personal-information", body, servertest.WithSession(o.Session), servertest.FreshKey(), servertest.Bearer(her))
	}
	got := give()
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified)

	body = fmt.Sprintf(`{"fullName":"Noura Ali","email":%q,"mobile":%q}`, user.Email, servertest.MainLine)
	require.Equal(t, http.StatusOK, give().StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile, contract.ByEmail}, told.Verified)

	_, err := r.DB.ExecContext(t.Context(), "UPDATE users SET email_confirmed_at = NULL WHERE mobile = ?", servertest.MainLine)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, give().StatusCode)
	require.Equal(t, []contract.Channel{contract.ByMobile}, told.Verified, "an unconfirmed e-mail proves nothing")
}
