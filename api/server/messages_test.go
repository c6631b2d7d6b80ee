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
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// TestEveryMessageOfTheSpecificationAboutAccounts has each message of the specification's catalogue (§8) that sessions
// and accounts reach, with the request that produces it, in both languages.
func TestEveryMessageOfTheSpecificationAboutAccounts(t *testing.T) {
	r := newRig(t)
	require.NoError(t, r.store.Settings.Change(t.Context(), map[string]json.RawMessage{"maxSubAccounts": []byte("0")}))
	user := r.customer(mainLine, "prepaid")
	r.line("0570000002", "prepaid", owner)
	r.line("830000000001", "prepaid", owner)
	token, device := r.signIn(mainLine), r.device()
	free := func(in header, mobile string) answer {
		return r.call(http.MethodPost, "/api/auth/validate_data", registrationOf(mobile, "free@selfcare.example"), bearer(device), in)
	}
	id := func(in header, mobile, number string) answer {
		return r.call(http.MethodPost, "/api/auth/validate_id",
			`{"mobile_number":"`+mobile+`","id_number":"`+number+`","source":"register"}`, bearer(device), v3, in)
	}
	confirm := func(in header, code string) answer {
		return r.call(http.MethodPost, "/api/users/current/email/confirm", `{"otp":"`+code+`"}`, bearer(token), in)
	}
	tests := map[string]func(in header) answer{
		"Invalid email, mobile or password": func(in header) answer {
			return r.call(http.MethodPost, "/api/auth", "", basic(mainLine, "wrong"), in)
		},
		"User is not registered": func(in header) answer {
			return r.giveCode(device, "0570000002", "login", r.sentCode(device, "0570000002", "login"), in)
		},
		"Email is already in use": func(in header) answer {
			return r.call(http.MethodPost, "/api/auth/validate_data", registrationOf("0570000002", user.Email), bearer(device), in)
		},
		"Oops, seems like this number is already registered": func(in header) answer {
			r.showID(device, mainLine, ownerID, "register")
			return r.giveCode(device, mainLine, "register", r.sentCode(device, mainLine, "register"), in)
		},
		"Oops, seems like this number doesn't exist":     func(in header) answer { return free(in, "0570000099") },
		"It's a non-operator mobile number":              func(in header) answer { return free(in, "0551234567") },
		"The provide mobile number & ID doesn't match":   func(in header) answer { return id(in, "0570000002", nextID) },
		"Oops, the ID number doesn't match the data SIM": func(in header) answer { return id(in, "830000000001", nextID) },
		"Oops, We couldn't find your number": func(in header) answer {
			return r.call(http.MethodPost, "/api/auth/validate_id",
				`{"mobile_number":"0570000099","id_number":"`+ownerID+`","source":"reset"}`, bearer(device), v3, in)
		},
		"Oops, the pin has been expired": func(in header) answer { return r.giveCode(device, mainLine, "login", "123456", in) },
		"Oops, the pin is incorrect Try Again": func(in header) answer {
			return r.giveCode(device, mainLine, "login", otherThan(r.sentCode(device, mainLine, "login")), in)
		},
		"Oops, the code has been expired": func(in header) answer { return confirm(in, "123456") },
		"Oops, the code is incorrect try again": func(in header) answer {
			require.Equal(t, http.StatusOK, r.wantEmail(token, "other@selfcare.example").StatusCode)
			return confirm(in, otherThan(r.notices.code()))
		},
		"You have reached the maximum number of accounts.": func(in header) answer {
			return r.askCode(token, "0570000002", "add_account", in)
		},
		"Your email is not verified with this provider. Please use quick login: sign in with a code.": func(in header) answer {
			r.social.identity = contract.SocialIdentity{Subject: "s-1", Email: "a@social.example"}
			r.call(http.MethodPost, "/api/auth/social/google/start", "", bearer(device), in)
			return r.call(http.MethodPost, "/api/auth/social/google", `{"code":"good","state":"`+r.social.asked.State+`"}`, bearer(device), in)
		},
		"Change password failed": func(in header) answer {
			return r.call(http.MethodPut, "/api/users/current/password", `{"old_password":"wrong","new_password":"Acacia-2026"}`, bearer(token), in)
		},
	}
	r.requireMessages(tests)
}

// requireMessages sends each request in both languages and expects its message.
func (r *rig) requireMessages(tests map[string]func(in header) answer) {
	r.t.Helper()
	for message, request := range tests {
		r.redis.FlushAll()
		english := request(header{"Accept-Language": "en"}).problem(r.t)
		require.Equal(r.t, message, english.Message)
		r.redis.FastForward(time.Hour)
		arabic := request(header{"Accept-Language": "ar"}).problem(r.t)
		require.Equal(r.t, english.MessageKey, arabic.MessageKey)
		require.Equal(r.t, texts.Text(texts.Arabic, contract.Code(arabic.MessageKey), nil), arabic.Message)
		require.NotEqual(r.t, english.Message, arabic.Message)
	}
}

// TestEveryMessageOfTheSpecificationAboutOrders is the same for orders. What an order's workflow refuses is played here.
func TestEveryMessageOfTheSpecificationAboutOrders(t *testing.T) {
	r := newRig(t)
	o, number := r.withContact(contactMobile)
	device := r.device()
	r.customer(mainLine, "postpaid")
	token := r.signIn(mainLine)
	extra := r.startOf(startMultiSIM, bearer(token))
	refusing := func(operation string, code contract.Code) func(in header) answer {
		at := slices.IndexFunc(wizardCalls, func(call wizardCall) bool { return call.operation == operation })
		return func(in header) answer {
			r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, contract.Refuse(code) }
			return r.take(o, wizardCalls[at], withSession(o.session), in)
		}
	}
	r.requireMessages(map[string]func(in header) answer{
		"No orders found": func(in header) answer {
			code := r.lookedUp(device, number, "0551110001")
			return r.openFound(device, number, "0551110001", code, in)
		},
		"Number reservation time ended. Please choose your number again.": refusing("selectPlan", contract.FailHoldExpired),
		"Number searched not available":                                   refusing("selectNumber", contract.FailNumberUnknown),
		"You have reached maximum number of SIMs under your ID":           refusing("requestIdentity", contract.FailMaxSIMs),
		"Can't register extra mobile number with your ID number": func(in header) answer {
			r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
				return o, contract.Refuse(contract.FailExtraNumber)
			}
			return r.call(http.MethodPut, "/api/orders/"+extra.id+"/multisim", samples["describeExtraSim"].body, withSession(extra.session), bearer(token), freshKey(), in)
		},
		"Payment is still pending": refusing("payOrder", contract.FailPaymentPending),
		"Oops, the SIM activation has failed!": func(in header) answer {
			r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) {
				return o, contract.Refuse(contract.FailActivation)
			}
			return r.call(http.MethodPost, "/api/orders/"+o.id+"/activation", samples["activateSim"].body, withSession(o.session), freshKey(), in)
		},
		"Mobile numbers doesn't Match": func(in header) answer {
			body := strings.Replace(goodContact, `"mobileConfirmation":"055`, `"mobileConfirmation":"050`, 1)
			return r.call(http.MethodPut, "/api/orders/"+o.id+"/personal-information", body, withSession(o.session), freshKey(), in)
		},
		"Something went wrong. Please try again.": func(in header) answer {
			r.flow.decide = func(o contract.Order, _ string, _ any) (contract.Order, error) { return o, errors.New("unheard of") }
			return r.take(o, wizardCalls[0], withSession(o.session), in)
		},
	})
	r.put(o, func(full *contract.Order) {
		full.Payments = []contract.Payment{{ID: deviceID, Status: contract.PaymentDeclined, DeclineCode: "unheard of", At: time.Now()}}
	})
	for language, message := range map[string]string{"en": "Oops, Payment failed", "ar": texts.Text(texts.Arabic, contract.FailPaymentFailed, nil)} {
		shown := decoded[gen.Order](t, r.get(o, "", header{"Accept-Language": language}))
		require.Equal(t, message, *shown.Payments[0].DeclineMessage)
	}
}

// TestKeysAndNumbersOfTheSpecification: pages act on these to the letter (§8).
func TestKeysAndNumbersOfTheSpecification(t *testing.T) {
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

func TestOperatorsAreToldTheirSignInFailed(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	for language, message := range map[string]string{"en": "Invalid username or password", "ar": texts.Text(texts.Arabic, contract.FailOperatorLogin, nil)} {
		got := r.call(http.MethodPost, "/codec/login", "login=nobody&password=wrong",
			header{"Content-Type": "application/x-www-form-urlencoded", "Accept-Language": language})
		require.Equal(t, http.StatusUnauthorized, got.StatusCode)
		require.Contains(t, string(got.body), message)
	}
}
