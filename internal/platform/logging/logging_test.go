package logging_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit/privacy"
	"selfcare/internal/contract"
	"selfcare/internal/platform/logging"
)

func line(t *testing.T, write func(log *slog.Logger)) (text string, fields map[string]any) {
	t.Helper()
	var out bytes.Buffer
	write(logging.New(&out, slog.LevelInfo))
	require.NoError(t, json.Unmarshal(out.Bytes(), &fields), out.String())
	return out.String(), fields
}

func TestNew_Context_AddsIDs(t *testing.T) {
	ctx := logging.WithTraceID(logging.WithOrderID(t.Context(), "o-1"), "t-1")
	_, fields := line(t, func(log *slog.Logger) { log.With("system", "courier").InfoContext(ctx, "booked") })
	require.Equal(t, "booked", fields["msg"])
	require.Equal(t, "INFO", fields["level"])
	require.Equal(t, "courier", fields["system"])
	require.Equal(t, []any{"o-1", "t-1"}, []any{fields["orderId"], fields["traceId"]})
}

func TestNew_PersonalData_IsRemoved(t *testing.T) {
	order := contract.Order{
		ID: "o-1", Stage: contract.StageWizard,
		Booking: &contract.Booking{MSISDN: "0571234567"},
		Person:  &contract.Person{IDNumber: "1000000008", FullNameEn: "Sara Canary", BirthDate: "1990-01-01"},
		Contact: &contract.Contact{FullName: "Sara Canary", Email: "sara@canary.example", Mobile: "0551234567"},
		SIM:     &contract.SIM{ICCID: "8996657000000000015", PUK1: "12345678"},
	}
	tests := map[string]struct {
		value   any
		secrets []string
	}{
		"a personal key":           {slog.Group("in", "full_name", "Sara Canary", "puk1", "12345678"), []string{"Sara", "12345678"}},
		"a struct":                 {order, []string{"0571234567", "1000000008", "Sara", "1990-01-01", "canary.example", "0551234567", "8996657000000000015", "12345678"}},
		"a pointer in a list":      {[]any{&order}, []string{"0571234567", "Sara"}},
		"a map":                    {map[string]any{"idNumber": "1000000008", "deep": map[string]string{"Email": "sara@canary.example"}}, []string{"1000000008", "canary.example"}},
		"a number in an error":     {fmt.Errorf("save: %w", errors.New(`Key (msisdn)=(0571234567) already exists`)), []string{"0571234567"}},
		"an ID number in a text":   {"no person 2000000006 here", []string{"2000000006"}},
		"an e-mail in a text":      {"mail to sara.x+1@canary.example failed", []string{"sara", "canary"}},
		"an international number":  {"call +966571234567 or 00966571234568", []string{"66571234567", "66571234568"}},
		"an ICCID in a text":       {"card 8996657000000000015 lost", []string{"8996657000000000015"}},
		"a card number in a text":  {"card 4000 9000 0000 0011 declined", []string{"4000 9000"}},
		"a JSON body as raw bytes": {json.RawMessage(`{"mobile":"0551234567","note":"1000000008"}`), []string{"0551234567", "1000000008"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text, _ := line(t, func(log *slog.Logger) {
				if group, ok := tt.value.(slog.Attr); ok {
					log.LogAttrs(t.Context(), slog.LevelInfo, "seen", group)
					return
				}
				log.Info("seen", "value", tt.value)
			})
			for _, secret := range tt.secrets {
				require.NotContains(t, text, secret)
			}
			require.Contains(t, text, "[redacted]")
		})
	}
}

func TestNew_Order_ShowsOnlyOpenFields(t *testing.T) {
	filled, canaries := privacy.Filled()
	text, _ := line(t, func(log *slog.Logger) { log.Info("seen", "order", filled) })
	for path, canary := range canaries {
		if privacy.Of(path) == privacy.Open {
			require.Contains(t, text, canary, path)
		} else {
			require.NotContains(t, text, canary, path)
		}
	}
}

func TestOwn_Lines_AreWrittenUnsearched(t *testing.T) {
	ctx := logging.WithTraceID(t.Context(), "t-1")
	_, fields := line(t, func(log *slog.Logger) {
		logging.Own(log.With("system", "api")).LogAttrs(ctx, slog.LevelInfo, "request", slog.String("route", "/orders/:id"), slog.Int64("seconds", 1000000008))
		logging.Own(log).Debug("below the level")
	})
	require.Equal(t, "INFO", fields["level"])
	require.Equal(t, []any{"api", "t-1", "/orders/:id", 1000000008.0}, []any{fields["system"], fields["traceId"], fields["route"], fields["seconds"]})

	foreign := slog.New(slog.DiscardHandler)
	require.Same(t, foreign, logging.Own(foreign), "a foreign logger stays as it is")
}

func TestNew_Message_IsCleaned(t *testing.T) {
	text, _ := line(t, func(log *slog.Logger) { log.Info("number 0571234567 sold") })
	require.NotContains(t, text, "0571234567")
}

func TestNew_OperatorData_IsKept(t *testing.T) {
	var nothing *contract.Order
	kept := map[string]any{
		"orderNumber": "SC00000001", "awb": "290019498498", "workflowId": "order/0198c0de-1234-7abc-8def-012345678901",
		"code": "iccid_unknown", "amount": 17250.0, "empty": "",
	}
	_, fields := line(t, func(log *slog.Logger) {
		args := []any{"nothing", nothing, "none", nil, "unwritable", func() {}}
		for key, value := range kept {
			args = append(args, key, value)
		}
		log.Info("seen", args...)
	})
	for key, value := range kept {
		require.Equal(t, value, fields[key])
	}
	require.Nil(t, fields["nothing"])
	require.Equal(t, "[func() not writable]", fields["unwritable"])
}

func TestForTemporal_Lines_AreRedacted(t *testing.T) {
	text, fields := line(t, func(log *slog.Logger) {
		logging.ForTemporal(log).Warn("Activity error.", "ActivityType", "BookParcel", "Error", errors.New("no branch for 0551234567"))
	})
	require.NotContains(t, text, "0551234567")
	require.Equal(t, "BookParcel", fields["ActivityType"])
	require.Equal(t, "temporal", fields["component"])
}
