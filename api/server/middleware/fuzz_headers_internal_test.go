package middleware

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract/texts"
)

func FuzzLanguageOf(f *testing.F) {
	for _, header := range []string{"", "*", "ar", "en-US,en;q=0.9", "fr-FR,en;q=0.5,ar;q=0.4", "not a language!", "en;q=0", ";;;", "x-\x00", "ar-Arab-SA-u-nu-latn"} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		require.Contains(t, []string{texts.Arabic, texts.English}, languageOf(header))
	})
}

// A malformed token has no hash, so it opens nothing.
func FuzzTokenHash(f *testing.F) {
	token, _ := NewToken()
	for _, text := range []string{"", token, token + "=", token[1:], "' OR 1=1 --", "\x00"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		hash, ok := TokenHash(text)
		require.Equal(t, ok, len(hash) == 32)
		if ok {
			require.LessOrEqual(t, len(text), 50)
		}
	})
}

// A body is bound or refused, and the words of a refusal are short and printable.
func FuzzBodyFields(f *testing.F) {
	all, err := Operations()
	require.NoError(f, err)
	var bodies []*Operation
	for _, op := range all {
		if op.id == "ChooseDelivery" || op.id == "ReportFromClient" || op.id == "ReceiveUsage" {
			bodies = append(bodies, op)
		}
	}
	require.Len(f, bodies, 3)
	for _, body := range []string{`{}`, `[]`, `null`, `{"method":"homeDelivery","address":{"city":"x","zip":"\u0000"}}`, `{"events":[{"eventId":1}]}`, `{"":""}`, `{"a.b":{"\ufffd":1e999}}`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := decodeJSON(body)
		if err != nil {
			return
		}
		for _, op := range bodies {
			fields := bodyFields(op.body.VisitJSON(value))
			unprintable(value, "", fields)
			for _, path := range shownFields(fields) {
				require.True(t, utf8.ValidString(clipped(path)))
				require.LessOrEqual(t, len(clipped(path)), maxPathSize+len("…"))
				require.NotEmpty(t, texts.Text(texts.Arabic, fields[path], nil))
			}
		}
	})
}

// The storage key of an answer never mixes two callers.
func FuzzSubjectOf(f *testing.F) {
	f.Add("0123456789abcdef", "192.0.2.1", "", []byte{})
	f.Add("short", "", "u", []byte("token"))
	f.Fuzz(func(t *testing.T, key, client, user string, token []byte) {
		current := &Request{Client: client, Token: token}
		current.User.ID = user
		other := &Request{Client: client, Token: token}
		other.User.ID = user + "x"
		require.NotEqual(t, subjectOf(current, key), subjectOf(other, key))
	})
}
