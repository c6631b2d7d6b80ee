package credential_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/credential"
)

func TestCheckPassword_Cases(t *testing.T) {
	tests := map[string]struct {
		password string
		want     contract.Code
	}{
		"shortest":                      {"Zk4vqt", ""},
		"with every symbol":             {"Zk4!$%@#£€*?&_=+-", ""},
		"the development password":      {"Sahara-2026", ""},
		"five characters":               {"Zk4vq", contract.FailPasswordWeak},
		"empty":                         {"", contract.FailPasswordWeak},
		"no upper case":                 {"zk4vqtwx", contract.FailPasswordWeak},
		"no lower case":                 {"ZK4VQTWX", contract.FailPasswordWeak},
		"no digit":                      {"Zkxvqtwx", contract.FailPasswordWeak},
		"a space":                       {"Zk4 vqtx", contract.FailPasswordWeak},
		"an Arabic letter":              {"Zk4vqtع", contract.FailPasswordWeak},
		"Arabic digits only":            {"Zkvqtx٤", contract.FailPasswordWeak},
		"a symbol outside the list":     {"Zk4vqt^", contract.FailPasswordWeak},
		"well known":                    {"Password1", contract.FailPasswordCommon},
		"with a year":                   {"Welcome2026", contract.FailPasswordCommon},
		"with lookalikes":               {"P@ssw0rd", contract.FailPasswordCommon},
		"lookalikes and digits":         {"P@$$w0rd123!", contract.FailPasswordCommon},
		"a keyboard walk":               {"1Qaz2wsx", contract.FailPasswordCommon},
		"a local name":                  {"Mohammed123", contract.FailPasswordCommon},
		"a symbol for the first letter": {"$Ecret12", contract.FailPasswordCommon},
		"digits in front":               {"123Qwerty", contract.FailPasswordCommon},
		"letters and digits":            {"Abc123", contract.FailPasswordCommon},
		"of leaks elsewhere":            {"Liverpoo7", contract.FailPasswordCommon},
		"letters and digits of leaks":   {"Red123", contract.FailPasswordCommon},
		"a Saudi city":                  {"Buraydah1", contract.FailPasswordCommon},
		"a Saudi club":                  {"Alhilali1957", contract.FailPasswordCommon},
		"Arabic, a digit in front":      {"7Abibi12", contract.FailPasswordCommon},
		"the name of an operator":       {"Mobily2026", contract.FailPasswordCommon},
		"a word that few choose":        {"Acacia-2026", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) { require.Equal(t, tt.want, credential.CheckPassword(tt.password)) })
	}
}

func TestCheckStaffPassword_Short_IsRefused(t *testing.T) {
	for password, want := range map[string]contract.Code{
		"Falcon-Dune-77": contract.FailPasswordStaff, "Falcon-Dune-772": "", "Falcon-Dune-£€7": "",
		"Zk4vqt": contract.FailPasswordStaff, "Password1234567": contract.FailPasswordCommon, "falcon": contract.FailPasswordWeak,
	} {
		require.Equal(t, want, credential.CheckStaffPassword(password), password)
	}
}

// The 3,000 most common passwords must be refused (ASVS 6.2.4); each word here stands for the passwords that are built from it.
func TestCheckPassword_KnownWords_AreRefused(t *testing.T) {
	refused := 0
	for word := range credential.Common {
		first := strings.IndexFunc(word, unicode.IsLetter)
		made := word[:first] + strings.ToUpper(word[first:first+1]) + word[first+1:]
		if !unicode.IsDigit(rune(word[len(word)-1])) {
			made += "2026"
		}
		code := credential.CheckPassword(made)
		require.NotEmpty(t, code, made)
		if code == contract.FailPasswordCommon {
			refused++
		}
	}
	require.GreaterOrEqual(t, refused, 3000)
}

// The thousand first guesses: well-known words with common endings.
func TestCheckPassword_FirstGuesses_AreRefused(t *testing.T) {
	words := strings.Fields("password qwerty dragon monkey welcome letmein football superman sunshine iloveyou princess admin " +
		"mohammed abdullah riyadh saudi alhilal michael jordan shadow master charlie summer winter flower secret hello love " +
		"batman computer internet samsung chocolate freedom diamond angel tiger lion falcon baseball soccer mustang " +
		"jennifer jessica michelle ashley daniel")
	endings := strings.Fields("1 12 123 1234 12345 2024 2025 2026 01 007 1! 123! 2026! @1 11 22 77 88 99 00")
	guesses := 0
	for _, word := range words {
		for _, ending := range endings {
			guess := strings.ToUpper(word[:1]) + word[1:] + ending
			require.NotEmpty(t, credential.CheckPassword(guess), guess)
			guesses++
		}
	}
	require.GreaterOrEqual(t, guesses, 900)
}
