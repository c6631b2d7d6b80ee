package es2plus_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/esim/es2plus"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// progress is the body of a notification about the download of a profile.
func progress(point, status string) string {
	return `{"header":{"functionRequesterIdentifier":"smdp","functionCallIdentifier":"7"},"eid":"` + eid + `","iccid":"8996606000000000011F",
		"profileType":"consumer","timestamp":"2026-11-30T11:59:58Z","notificationPointId":` + point + `,"notificationPointStatus":` + status + `}`
}

const done = `{"status":"Executed-Success"}`

func failure(subject, reason string) string {
	return `{"status":"Failed","statusCodeData":{"subjectCode":"` + subject + `","reasonCode":"` + reason + `"}}`
}

func receive(body string) ([]callback.Event, error) {
	return es2plus.Receiver{}.Receive(nil, callback.Request{Body: []byte(body), At: now}) //nolint:staticcheck // the context is not used
}

func TestReceive_EachPoint_HasItsNews(t *testing.T) {
	tests := map[string]struct {
		body    string
		state   contract.ProfileState // empty: no news
		failure contract.Code
	}{
		"downloaded":                    {progress("3", done), contract.ProfileDownloaded, ""},
		"installed":                     {progress("4", done), contract.ProfileInstalled, ""},
		"installed with a warning":      {progress("4", `{"status":"Executed-WithWarning"}`), contract.ProfileInstalled, ""},
		"a point in quotes":             {progress(`"4"`, done), contract.ProfileInstalled, ""},
		"the example's timeStamp":       {strings.Replace(progress("4", done), "timestamp", "timeStamp", 1), contract.ProfileInstalled, ""},
		"an ICCID without filler":       {strings.Replace(progress("4", done), "0011F", "0011", 1), contract.ProfileInstalled, ""},
		"eligible":                      {progress("1", done), "", ""},
		"confirmed by the customer":     {progress("2", done), "", ""},
		"a point of another agreement":  {progress("100", failure("8.1", "4.8")), "", ""},
		"no room on the phone":          {progress("4", failure("8.1", "4.8")), contract.ProfileError, contract.FailProfileNoMemory},
		"another phone":                 {progress("1", failure("8.1.1", "3.8")), contract.ProfileError, contract.FailProfileOtherPhone},
		"too many tries":                {progress("1", failure("8.8.5", "6.4")), contract.ProfileError, contract.FailProfileTries},
		"too many confirmation codes":   {progress("2", failure("8.2.7", "6.4")), contract.ProfileError, contract.FailProfileTries},
		"refused by the customer":       {progress("2", failure("8.8.5", "3.8")), contract.ProfileError, contract.FailProfileNotInstall},
		"a fault that we do not know":   {progress("4", failure("8.2.9", "3.11")), contract.ProfileError, contract.FailProfileNotInstall},
		"expired without a status code": {progress("1", `{"status":"Expired"}`), contract.ProfileError, contract.FailProfileNotInstall},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			events, err := receive(tt.body)
			require.NoError(t, err)
			if tt.state == "" {
				require.Empty(t, events)
				return
			}
			at := now.Add(-2 * time.Second)
			require.Len(t, events, 1)
			require.Equal(t, callback.Profile{ICCID: iccid, State: tt.state, Failure: tt.failure, At: at}, events[0].News)
			require.True(t, callback.IsID(events[0].ID))
		})
	}
}

func TestReceive_Repeat_HasTheSameID(t *testing.T) {
	first, err := receive(progress("3", done))
	require.NoError(t, err)
	again, err := receive(strings.Replace(progress("3", done), `"7"`, `"8"`, 1))
	require.NoError(t, err)
	require.Equal(t, first, again)
	other, err := receive(progress("4", done))
	require.NoError(t, err)
	require.NotEqual(t, first[0].ID, other[0].ID)
}

// A clock that is ahead does not hide later reports.
func TestReceive_OfTheFuture_CountsFromNow(t *testing.T) {
	events, err := receive(strings.Replace(progress("4", done), "2026-11-30", "2036-11-30", 1))
	require.NoError(t, err)
	require.Equal(t, now, events[0].News.(callback.Profile).At)
}

func TestReceive_BadInput_IsNamed(t *testing.T) {
	for name, tt := range map[string]struct{ from, to, field string }{
		"an ICCID of other digits": {"8996606000000000011F", "12", "iccid"},
		"no point":                 {`"notificationPointId":4,`, "", "notificationPointId"},
		"a point that is a word":   {`"notificationPointId":4`, `"notificationPointId":"four"`, "notificationPointId"},
		"a negative point":         {`"notificationPointId":4`, `"notificationPointId":-4`, "notificationPointId"},
		"no moment":                {`"timestamp"`, `"moment"`, "timestamp"},
		"two moments":              {`"timestamp"`, `"timeStamp":"2026-11-30T11:59:58Z","timestamp"`, "timestamp"},
		"no status":                {"notificationPointStatus", "status", "notificationPointStatus"},
		"an unknown status":        {"Executed-Success", "Perhaps", "notificationPointStatus"},
	} {
		t.Run(name, func(t *testing.T) {
			body := progress("4", done)
			require.Contains(t, body, tt.from)
			_, err := receive(strings.Replace(body, tt.from, tt.to, 1))
			var invalid *callback.Invalid
			require.ErrorAs(t, err, &invalid)
			require.Equal(t, tt.field, invalid.Field)
		})
	}
	for _, body := range []string{"", "[]", "<html></html>", `{"iccid":1}`, `"x"`} {
		_, err := receive(body)
		require.ErrorIs(t, err, callback.ErrUnreadable, body)
	}
}

func FuzzReceive(f *testing.F) {
	f.Add(progress("4", done))
	f.Add(progress(`"3"`, failure("8.1", "4.8")))
	f.Fuzz(func(t *testing.T, body string) {
		events, err := receive(body)
		if err != nil {
			return
		}
		for _, e := range events {
			news := e.News.(callback.Profile)
			require.True(t, callback.IsID(e.ID))
			require.Len(t, news.ICCID, 19)
			require.False(t, news.At.After(now))
		}
	})
}
