package simulator_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/engine"
)

func sendAs(key string) headers {
	return headers{"Authorization": "Bearer sim-sms-key", "Idempotency-Key": key}
}

func (w *stand) send(key, channel, to string) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/messages/v1/send", sendAs(key), map[string]any{
		"channel": channel, "to": to, "language": "ar", "subject": "طلبك", "text": "رمز التحقق 123456",
	})
}

func TestMessages_Repeat_IsSentOnce(t *testing.T) {
	w := newStand(t)
	first := w.send("key-1", "sms", "0501234567")
	require.Equal(t, http.StatusAccepted, first.status, first.raw)
	again := w.send("key-1", "sms", "0501234567")
	require.Equal(t, http.StatusOK, again.status)
	require.Equal(t, first.body, again.body)
	w.send("key-2", "email", "a@b.example")

	require.Len(t, w.items("messages/outbox"), 2)
	sent := w.items("messages/outbox?to=0501234567")
	require.Len(t, sent, 1)
	require.Equal(t, "رمز التحقق 123456", sent[0]["text"])
	require.Contains(t, w.call(http.MethodGet, "/outbox?to=0501234567", nil, nil).raw, "رمز التحقق 123456")
	require.NotContains(t, w.call(http.MethodGet, "/outbox?to=0501234567", nil, nil).raw, "a@b.example")
}

func TestMessages_BadAddresses(t *testing.T) {
	w := newStand(t)
	tests := map[string]struct{ channel, to, code string }{
		"magic number":     {"sms", "0501239922", "address_invalid"},
		"magic e-mail":     {"email", "invalid@b.example", "address_invalid"},
		"not a mobile":     {"sms", "0112345678", "address_invalid"},
		"not an address":   {"email", "nobody", "address_invalid"},
		"unknown channel":  {"pigeon", "0501234567", "message_invalid"},
		"number that dies": {"sms", "0501239959", "unavailable"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.code, w.send("key-1", test.channel, test.to).code())
		})
	}
	require.Equal(t, "message_invalid", w.send("", "sms", "0501234567").code(), "no key")
	require.Empty(t, w.items("messages/outbox"))
}

func TestMessages_FlakyAddress_WorksThirdTime(t *testing.T) {
	w := newStand(t)
	require.Equal(t, http.StatusServiceUnavailable, w.send("key-1", "sms", "0501239950").status)
	require.Equal(t, http.StatusServiceUnavailable, w.send("key-1", "sms", "0501239950").status)
	require.Equal(t, http.StatusAccepted, w.send("key-1", "sms", "0501239950").status)
	require.Equal(t, http.StatusOK, w.send("key-1", "sms", "0501239950").status)
}

// iccid makes a SIM number of an issuer from an eleven-digit serial.
func iccid(serial string) string { return engine.LuhnAppend("8996657" + serial) }

func (w *stand) line(method, msisdn, sim string) reply {
	w.t.Helper()
	return w.call(method, "/network/v1/lines/"+msisdn, headers{"X-Api-Key": "sim-network-key", "Idempotency-Key": "act-" + msisdn},
		map[string]any{"iccid": sim, "planId": "plan-a"})
}

func TestNetwork_SwitchesLinesOnAndOff(t *testing.T) {
	w := newStand(t)
	sim := iccid("00000000001")
	require.Equal(t, http.StatusNotFound, w.line(http.MethodGet, "0570000001", "").status)
	for range 2 {
		answer := w.line(http.MethodPut, "0570000001", sim)
		require.Equal(t, http.StatusOK, answer.status, answer.raw)
		require.Equal(t, map[string]any{"msisdn": "0570000001", "iccid": sim, "status": "active"}, answer.body)
	}
	require.EqualValues(t, 1, w.items("network/lines")[0]["changes"], "a repeat changes nothing")
	for range 2 {
		require.Equal(t, http.StatusNoContent, w.line(http.MethodDelete, "0570000001", "").status)
	}
	require.Equal(t, "inactive", w.line(http.MethodGet, "0570000001", "").body["status"])
	require.EqualValues(t, 2, w.items("network/lines")[0]["changes"])
	require.Equal(t, http.StatusOK, w.line(http.MethodPut, "0570000002", sim).status, "the SIM is free again")
}

func TestNetwork_Refusals(t *testing.T) {
	w := newStand(t)
	require.Equal(t, http.StatusOK, w.line(http.MethodPut, "0570000001", iccid("00000000001")).status)
	tests := map[string]struct{ msisdn, sim, code string }{
		"wrong check digit":       {"0570000009", "8996657000000000010", "iccid_unknown"},
		"foreign SIM":             {"0570000009", engine.LuhnAppend("894410000000000000"), "iccid_unknown"},
		"magic unknown":           {"0570000009", iccid("99999999911"), "iccid_unknown"},
		"magic in use":            {"0570000009", iccid("99999999913"), "msisdn_in_use"},
		"magic down":              {"0570000009", iccid("99999999915"), "unavailable"},
		"number on another SIM":   {"0570000001", iccid("00000000002"), "msisdn_in_use"},
		"SIM under other number":  {"0570000009", iccid("00000000001"), "iccid_in_use"},
		"number in another style": {"966570000009", iccid("00000000003"), "bad_request"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.code, w.line(http.MethodPut, test.msisdn, test.sim).code())
		})
	}
	require.Len(t, w.items("network/lines"), 1)
}

func TestNetwork_FirstAnswer_NeverComes(t *testing.T) {
	w := newStand(t)
	sim := iccid("99999999914")
	lost := make(chan error, 1)
	go func() {
		_, err := w.try(http.MethodPut, "/network/v1/lines/0570000001", headers{"X-Api-Key": "sim-network-key", "Idempotency-Key": "a"}, map[string]any{"iccid": sim})
		lost <- err
	}()
	require.Eventually(t, func() bool { return len(w.items("network/lines")) == 1 }, soon, tick)
	require.Equal(t, http.StatusOK, w.line(http.MethodPut, "0570000001", sim).status)
	w.stop()
	err := <-lost
	require.Error(t, err)
	require.NotContains(t, err.Error(), "deadline", "let go when the simulators stop")
}

func TestNetwork_PortedNumber_FailsOnce(t *testing.T) {
	w := newStand(t)
	sim := iccid("00000000001")
	require.Equal(t, "msisdn_in_use", w.line(http.MethodPut, "0551236025", sim).code())
	require.Equal(t, http.StatusNoContent, w.line(http.MethodDelete, "0551236025", "").status)
	require.Equal(t, http.StatusOK, w.line(http.MethodPut, "0551236025", sim).status)
	require.Equal(t, http.StatusOK, w.line(http.MethodPut, "0571236025", iccid("00000000002")).status, "our numbers have no such meaning")
}
