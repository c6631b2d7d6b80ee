package csr_test

import (
	"encoding/pem"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/einvoice/csr"
	"selfcare/internal/domain/einvoice/stamp"
)

func request() csr.Request {
	return csr.Request{
		Environment: csr.Simulation, CommonName: "selfcare-1", Organisation: "شركة سلفكير للاتصالات", Branch: "Riyadh", VATNumber: "300000000000003",
		Serial: "1-Selfcare|2-1.0|3-ab12", Flags: "1100", Address: "RRRD2929", Category: "Telecommunications",
	}
}

func newKey(t *testing.T) stamp.Key {
	t.Helper()
	key, err := stamp.NewKey()
	require.NoError(t, err)
	return key
}

func TestValidate_WrongField_IsNamed(t *testing.T) {
	tests := map[string]struct {
		change func(*csr.Request)
		says   string
	}{
		"VAT number too short":        {func(r *csr.Request) { r.VATNumber = "30000000000003" }, "VAT number"},
		"VAT number from 4":           {func(r *csr.Request) { r.VATNumber = "400000000000003" }, "VAT number"},
		"VAT number to 4":             {func(r *csr.Request) { r.VATNumber = "300000000000004" }, "VAT number"},
		"VAT number with a line":      {func(r *csr.Request) { r.VATNumber += "\n" }, "VAT number"},
		"serial without a part":       {func(r *csr.Request) { r.Serial = "1-Selfcare|3-ab12" }, "serial number"},
		"serial with an empty part":   {func(r *csr.Request) { r.Serial = "1-|2-b|3-c" }, "serial number"},
		"serial with a part too many": {func(r *csr.Request) { r.Serial = "1-a|2-b|3-c|4-d" }, "serial number"},
		"no document":                 {func(r *csr.Request) { r.Flags = "0000" }, "flags"},
		"unknown documents":           {func(r *csr.Request) { r.Flags = "1111" }, "flags"},
		"no flags":                    {func(r *csr.Request) { r.Flags = "" }, "flags"},
		"no organisation":             {func(r *csr.Request) { r.Organisation = " " }, "organisation"},
		"a branch that is too long":   {func(r *csr.Request) { r.Branch = strings.Repeat("x", 65) }, "branch"},
		"no address":                  {func(r *csr.Request) { r.Address = "" }, "address"},
		"a category of two lines":     {func(r *csr.Request) { r.Category = "a\nb" }, "category"},
		"another environment":         {func(r *csr.Request) { r.Environment = "test" }, "environment"},
		"another string type":         {func(r *csr.Request) { r.TemplateType = "bmp" }, "string type"},
	}
	require.NoError(t, request().Validate())
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := request()
			tt.change(&r)
			_, err := csr.Sign(r, newKey(t))
			require.ErrorIs(t, err, csr.ErrField)
			require.ErrorContains(t, err, tt.says)
		})
	}
}

// openssl is another reader of requests: it verifies the signature and names each field.
func TestSign_Request_IsReadByOpenSSL(t *testing.T) {
	program, err := exec.LookPath("openssl")
	if err != nil {
		t.Skip("no openssl on this machine")
	}
	tests := map[string]struct {
		change func(*csr.Request)
		says   string
	}{
		"template of the environment": {func(*csr.Request) {}, "..PREZATCA-Code-Signing"},
		"of production":               {func(r *csr.Request) { r.Environment = csr.Production }, "..ZATCA-Code-Signing"},
		"another template":            {func(r *csr.Request) { r.Template = "TSTZATCA-Code-Signing" }, "..TSTZATCA-Code-Signing"},
		"as UTF8String":               {func(r *csr.Request) { r.TemplateType = csr.UTF8 }, "..PREZATCA-Code-Signing"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			r := request()
			tt.change(&r)
			text, err := csr.Sign(r, newKey(t))
			require.NoError(t, err)
			command := exec.CommandContext(t.Context(), program, "req", "-noout", "-text", "-verify", "-nameopt", "utf8,sep_comma_plus_space")
			command.Stdin = strings.NewReader(text)
			out, err := command.CombinedOutput()
			require.NoError(t, err, string(out))
			require.Contains(t, string(out), "verify OK")
			for _, part := range []string{
				"Subject: C=SA, OU=Riyadh, O=شركة سلفكير للاتصالات, CN=selfcare-1", "secp256k1", "ecdsa-with-SHA256", tt.says,
				"SN=1-Selfcare|2-1.0|3-ab12", "UID=300000000000003", "title=1100", "registeredAddress=RRRD2929", "businessCategory=Telecommunications",
			} {
				require.Contains(t, strings.ReplaceAll(strings.ReplaceAll(string(out), " = ", "="), "/", ", "), part)
			}
		})
	}
}

func TestSign_Template_HasItsStringType(t *testing.T) {
	key := newKey(t)
	for kind, want := range map[csr.StringType]string{"": "\x13\x15PREZATCA", csr.Printable: "\x13\x15PREZATCA", csr.UTF8: "\x0c\x15PREZATCA"} {
		r := request()
		r.TemplateType = kind
		text, err := csr.Sign(r, key)
		require.NoError(t, err)
		block, _ := pem.Decode([]byte(text))
		require.Equal(t, "CERTIFICATE REQUEST", block.Type)
		require.Contains(t, string(block.Bytes), want)
	}
}

// The same key and fields make the same request, so a repeated command prints the same text.
func TestSign_Repeated_IsTheSame(t *testing.T) {
	key := newKey(t)
	first, err := csr.Sign(request(), key)
	require.NoError(t, err)
	kept, err := key.Text()
	require.NoError(t, err)
	again, err := stamp.ParseKey(kept)
	require.NoError(t, err)
	second, err := csr.Sign(request(), again)
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestEnvironmentOf_Addresses_AreTold(t *testing.T) {
	const gateway = "https://gw-fatoora.zatca.gov.sa/e-invoicing/"
	for address, want := range map[string]csr.Environment{
		gateway + "developer-portal": csr.Sandbox, gateway + "simulation/": csr.Simulation, gateway + "core": csr.Production,
		"http://localhost:8090/zatca": "", "": "",
	} {
		found, known := csr.EnvironmentOf(address)
		require.Equal(t, want, found, address)
		require.Equal(t, want != "", known, address)
	}
}
