package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// TestEveryMessageOfTheSpecificationAboutAccounts has each message of the specification's catalogue (§8) that sessions
// and accounts reach, with the request that produces it, in both languages.
func TestEveryMessageOfTheSpecificationAboutAccounts(t *testing.T) {
	r := newRig(t)
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
		"User is not registered": func(in header) answer { return r.askCode(device, "0570000002", "login", in) },
		"Email is already in use": func(in header) answer {
			return r.call(http.MethodPost, "/api/auth/validate_data", registrationOf("0570000002", user.Email), bearer(device), in)
		},
		"Oops, seems like this number is already registered": func(in header) answer { return free(in, mainLine) },
		"Oops, seems like this number doesn't exist":         func(in header) answer { return free(in, "0570000099") },
		"It's a non-operator mobile number":                  func(in header) answer { return free(in, "0551234567") },
		"The provide mobile number & ID doesn't match":       func(in header) answer { return id(in, "0570000002", nextID) },
		"Oops, the ID number doesn't match the data SIM":     func(in header) answer { return id(in, "830000000001", nextID) },
		"Oops, the pin has been expired":                     func(in header) answer { return r.giveCode(device, mainLine, "login", "123456", in) },
		"Oops, the pin is incorrect Try Again": func(in header) answer {
			return r.giveCode(device, mainLine, "login", otherThan(r.sentCode(device, mainLine, "login")), in)
		},
		"Oops, the code has been expired": func(in header) answer { return confirm(in, "123456") },
		"Oops, the code is incorrect try again": func(in header) answer {
			require.Equal(t, http.StatusOK, r.wantEmail(token, "other@selfcare.example").StatusCode)
			return confirm(in, otherThan(r.notices.code()))
		},
		"Change password failed": func(in header) answer {
			return r.call(http.MethodPut, "/api/users/current/password", `{"old_password":"wrong","new_password":"Oasis-2026"}`, bearer(token), in)
		},
	}
	for message, request := range tests {
		r.redis.FlushAll()
		english := request(header{"Accept-Language": "en"}).problem(t)
		require.Equal(t, message, english.Message)
		r.redis.FastForward(time.Hour)
		arabic := request(header{"Accept-Language": "ar"}).problem(t)
		require.Equal(t, english.MessageKey, arabic.MessageKey)
		require.Equal(t, texts.Text(texts.Arabic, contract.Code(arabic.MessageKey), nil), arabic.Message)
		require.NotEqual(t, english.Message, arabic.Message)
	}
}
