package account_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
)

const dataLine = "830000000001"

func recipients(r *servertest.Rig, got servertest.Answer) []string {
	r.T.Helper()
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return servertest.Decoded[servertest.CodeSent](r.T, got).Data.SentTo
}

// D4: the page said "sent to 830000000001", where no code can go.
func TestOtp_Sent_ShowsMaskedRecipient(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line(dataLine, "prepaid", servertest.Owner)
	require.Equal(t, []string{"057•••0001"}, recipients(r, r.AskCode(r.Device(), servertest.MainLine, "login")))
	device := r.Device()
	require.Equal(t, http.StatusOK, r.ShowID(device, dataLine, servertest.OwnerID, "register").StatusCode)
	require.Equal(t, []string{"055•••4567", "o•••@selfcare.example"}, recipients(r, r.AskCode(device, dataLine, "register")))
}

func TestAddLine_CodeSent_HidesOtherContacts(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line(dataLine, "prepaid", servertest.Owner)
	r.Line("0570000002", "prepaid", servertest.Owner)
	mine := r.SignIn(servertest.MainLine)
	require.Empty(t, recipients(r, r.AskCode(mine, dataLine, "add_account")))
	r.NextCode()
	require.Equal(t, []string{"057•••0002"}, recipients(r, r.AskCode(mine, "0570000002", "add_account")))
}
