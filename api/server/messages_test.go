package server_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// TestMessages_Accounts_MatchTheSpec has each message of the specification's catalogue (§8) that sessions
// and accounts reach, with the request that produces it, in both languages.
func TestMessages_Accounts_MatchTheSpec(t *testing.T) {
	r := servertest.New(t)
	require.NoError(t, r.Store.Settings.Change(t.Context(), map[string]json.RawMessage{"maxSubAccounts": []byte("0")}))
	user := r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000002", "prepaid", servertest.Owner)
	r.Line("830000000001", "prepaid", servertest.Owner)
	token, device := r.SignIn(servertest.MainLine), r.Device()
	free := func(in servertest.Header, mobile string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/auth/validate_data", servertest.RegistrationOf(mobile, "free@selfcare.example"), servertest.Bearer(device), in)
	}
	id := func(in servertest.Header, mobile, number string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/auth/validate_id",
			`{"mobile_number":"`+mobile+`","id_number":"`+number+`","source":"register"}`, servertest.Bearer(device), servertest.V3, in)
	}
	confirm := func(in servertest.Header, code string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/users/current/email/confirm", `{"otp":"`+code+`"}`, servertest.Bearer(token), in)
	}
	tests := map[string]func(in servertest.Header) servertest.Answer{
		"Invalid email, mobile or password": func(in servertest.Header) servertest.Answer {
			return r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, "wrong"), in)
		},
		"User is not registered": func(in servertest.Header) servertest.Answer {
			return r.GiveCode(device, "0570000002", "login", r.SentCode(device, "0570000002", "login"), in)
		},
		"Email is already in use": func(in servertest.Header) servertest.Answer {
			return r.Call(http.MethodPost, "/api/auth/validate_data", servertest.RegistrationOf("0570000002", user.Email), servertest.Bearer(device), in)
		},
		"Oops, seems like this number is already registered": func(in servertest.Header) servertest.Answer {
			r.ShowID(device, servertest.MainLine, servertest.OwnerID, "register")
			return r.GiveCode(device, servertest.MainLine, "register", r.SentCode(device, servertest.MainLine, "register"), in)
		},
		"Oops, seems like this number doesn't exist":     func(in servertest.Header) servertest.Answer { return free(in, "0570000099") },
		"It's a non-operator mobile number":              func(in servertest.Header) servertest.Answer { return free(in, "0551234567") },
		"The provide mobile number & ID doesn't match":   func(in servertest.Header) servertest.Answer { return id(in, "0570000002", servertest.NextID) },
		"Oops, the ID number doesn't match the data SIM": func(in servertest.Header) servertest.Answer { return id(in, "830000000001", servertest.NextID) },
		"Oops, We couldn't find your number": func(in servertest.Header) servertest.Answer {
			return r.Call(http.MethodPost, "/api/auth/validate_id",
				`{"mobile_number":"0570000099","id_number":"`+servertest.OwnerID+`","source":"reset"}`, servertest.Bearer(device), servertest.V3, in)
		},
		"Oops, the pin has been expired": func(in servertest.Header) servertest.Answer {
			return r.GiveCode(device, servertest.MainLine, "login", "123456", in)
		},
		"Oops, the pin is incorrect Try Again": func(in servertest.Header) servertest.Answer {
			return r.GiveCode(device, servertest.MainLine, "login", servertest.OtherThan(r.SentCode(device, servertest.MainLine, "login")), in)
		},
		"Oops, the code has been expired": func(in servertest.Header) servertest.Answer { return confirm(in, "123456") },
		"Oops, the code is incorrect try again": func(in servertest.Header) servertest.Answer {
			require.Equal(t, http.StatusOK, r.RequestEmail(token, "other@selfcare.example").StatusCode)
			return confirm(in, servertest.OtherThan(r.Notices.Code()))
		},
		"You have reached the maximum number of accounts.": func(in servertest.Header) servertest.Answer {
			return r.AskCode(token, "0570000002", "add_account", in)
		},
		"Your email is not verified with this provider. Please use quick login: sign in with a code.": func(in servertest.Header) servertest.Answer {
			r.Social.Known = contract.SocialIdentity{Subject: "s-1", Email: "a@social.example"}
			r.Call(http.MethodPost, "/api/auth/social/google/start", "", servertest.Bearer(device), in)
			return r.Call(http.MethodPost, "/api/auth/social/google", `{"code":"good","state":"`+r.Social.Asked.State+`"}`, servertest.Bearer(device), in)
		},
		"Change password failed": func(in servertest.Header) servertest.Answer {
			return r.Call(http.MethodPut, "/api/users/current/password", `{"old_password":"wrong","new_password":"Acacia-2026"}`, servertest.Bearer(token), in)
		},
	}
	requireMessages(r, tests)
}

// requireMessages sends each request in both languages and expects its message.
func requireMessages(r *servertest.Rig, tests map[string]func(in servertest.Header) servertest.Answer) {
	r.T.Helper()
	for message, request := range tests {
		r.Redis.FlushAll()
		english := request(servertest.Header{"Accept-Language": "en"}).Problem(r.T)
		require.Equal(r.T, message, english.Message)
		r.Redis.FastForward(time.Hour)
		arabic := request(servertest.Header{"Accept-Language": "ar"}).Problem(r.T)
		require.Equal(r.T, english.MessageKey, arabic.MessageKey)
		require.Equal(r.T, texts.Text(texts.Arabic, contract.Code(arabic.MessageKey), nil), arabic.Message)
		require.NotEqual(r.T, english.Message, arabic.Message)
	}
}

// TestMessages_Orders_MatchTheSpec is the same for orders. The test plays the refusals of an order's workflow.
func TestMessages_Orders_MatchTheSpec(t *testing.T) {
	r := servertest.New(t)
	o, number := r.WithContact(servertest.ContactMobile)
	device := r.Device()
	r.Customer(servertest.MainLine, "postpaid")
	token := r.SignIn(servertest.MainLine)
	extra := r.StartOf(servertest.StartMultiSIM, servertest.Bearer(token))
	refusing := func(operation string, code contract.Code) func(in servertest.Header) servertest.Answer {
		at := slices.IndexFunc(servertest.WizardCalls, func(call servertest.WizardCall) bool { return call.Operation == operation })
		return func(in servertest.Header) servertest.Answer {
			r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, contract.Refuse(code) }
			return take(r, o, servertest.WizardCalls[at], servertest.WithSession(o.Session), in)
		}
	}
	requireMessages(r, map[string]func(in servertest.Header) servertest.Answer{
		"No orders found": func(in servertest.Header) servertest.Answer {
			code := r.MustLookUp(device, number, "0551110001")
			return r.OpenFound(device, number, "0551110001", code, in)
		},
		"Number reservation time ended. Please choose your number again.": refusing("selectPlan", contract.FailHoldExpired),
		"Number searched not available":                                   refusing("selectNumber", contract.FailNumberUnknown),
		"You have reached maximum number of SIMs under your ID":           refusing("requestIdentity", contract.FailMaxSIMs),
		"Can't register extra mobile number with your ID number": func(in servertest.Header) servertest.Answer {
			r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
				return o, contract.Refuse(contract.FailExtraNumber)
			}
			return r.Call(http.MethodPut, "/api/orders/"+extra.ID+"/multisim", samples["describeExtraSim"].body, servertest.WithSession(extra.Session), servertest.Bearer(token), servertest.FreshKey(), in)
		},
		"Payment is still pending": refusing("payOrder", contract.FailPaymentPending),
		"Oops, the SIM activation has failed!": func(in servertest.Header) servertest.Answer {
			r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
				return o, contract.Refuse(contract.FailActivation)
			}
			return r.Call(http.MethodPost, "/api/orders/"+o.ID+"/activation", samples["activateSim"].body, servertest.WithSession(o.Session), servertest.FreshKey(), in)
		},
		"Mobile numbers doesn't Match": func(in servertest.Header) servertest.Answer {
			body := strings.Replace(servertest.GoodContact, `"mobileConfirmation":"055`, `"mobileConfirmation":"050`, 1)
			return r.Call(http.MethodPut, "/api/orders/"+o.ID+"/personal-information", body, servertest.WithSession(o.Session), servertest.FreshKey(), in)
		},
		"Something went wrong. Please try again.": func(in servertest.Header) servertest.Answer {
			r.Flow.Decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, errors.New("unheard of") }
			return take(r, o, servertest.WizardCalls[0], servertest.WithSession(o.Session), in)
		},
	})
	r.Put(o, func(full *contract.Order) {
		full.Payments = []contract.Payment{{ID: servertest.DeviceID, Status: contract.PaymentDeclined, DeclineCode: "unheard of", At: time.Now()}}
	})
	for language, message := range map[string]string{"en": "Oops, Payment failed", "ar": texts.Text(texts.Arabic, contract.FailPaymentFailed, nil)} {
		shown := servertest.Decoded[gen.Order](t, r.Get(o, "", servertest.Header{"Accept-Language": language}))
		require.Equal(t, message, *shown.Payments[0].DeclineMessage)
	}
}

// Pages compare these keys and numbers literally (§8).
func TestMessages_KeysAndNumbers_MatchTheSpec(t *testing.T) {
	for code, want := range map[contract.Code]struct {
		key            string
		status, number int
	}{
		contract.FailForbidden:       {"not_allowed", http.StatusForbidden, -403},
		contract.FailOrderNotYours:   {"order_not_yours", http.StatusForbidden, -403},
		contract.FailSubAccountStale: {"sub_account_stale", http.StatusPreconditionRequired, -306},
		contract.FailPaymentPending:  {"payment_still_pending", http.StatusConflict, -902},
		contract.FailEmailMultiple:   {"email_linked_to_multiple_accounts", http.StatusConflict, -1321},
		contract.FailEmailNotYours:   {"email_is_no_longer_yours", http.StatusConflict, -1322},
	} {
		require.Equal(t, want.key, string(code))
		require.Equal(t, want.status, contract.Catalogue[code].Status)
		require.Equal(t, want.number, contract.Catalogue[code].Number)
	}
	require.EqualValues(t, "not_linked", gen.NotLinked)
}

func TestOperator_FailedSignIn_IsTold(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	for language, message := range map[string]string{"en": "Invalid username or password", "ar": texts.Text(texts.Arabic, contract.FailOperatorLogin, nil)} {
		got := r.Call(http.MethodPost, "/codec/login", "login=nobody&password=wrong",
			servertest.Header{"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": language})
		require.Equal(t, http.StatusUnauthorized, got.StatusCode)
		require.Contains(t, string(got.Body), message)
	}
}
