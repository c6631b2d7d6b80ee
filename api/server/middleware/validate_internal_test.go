package middleware

import (
	"fmt"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp"

	"selfcare/internal/contract"
)

func TestCheck_HeaderSentTwice_Refused(t *testing.T) {
	all, err := Operations()
	require.NoError(t, err)
	order := all["GET /orders/:id"]
	app := fiber.New()
	c := app.AcquireCtx(&fasthttp.RequestCtx{})
	defer app.ReleaseCtx(c)

	c.Request().Header.Add("X-Order-Session", "one")

	c.Request().Header.Add("X-Order-Session", "two")
	var refused *contract.Refusal
	require.ErrorAs(t, order.validate(c), &refused)
	require.Equal(t, contract.FailValidation, refused.Code)
}

func TestDecodeJSON_NameTwice_IsRefused(t *testing.T) {
	for body, ok := range map[string]bool{
		`{"amount":100000,"amount":1000}`:             false,
		`{"pay":{"way":"card","way":"balance"}}`:      false,
		`[{"a":1},{"a":[{"b":1,"b":2}]}]`:             false,
		`{"amount":100000,"Amount":1000}`:             false,
		`{"key":1,"\u212Aey":2}`:                      false, // the Kelvin sign folds to k
		`{"amount":1,"\u0061mount":2}`:                false,
		`{"a":{"a":{"a":"a"}},"b":["a","a"],"c":"a"}`: true,
		`["a","a",{"a":null},{"a":true}]`:             true,
		`"a"`:                                         true,
		`{}`:                                          true,
	} {
		_, err := decodeJSON([]byte(body))
		require.Equal(t, ok, err == nil, "%s: %v", body, err)
	}
}

func TestBase64_Text_IsChecked(t *testing.T) {
	format := openapi3.SchemaStringFormats["byte"]
	require.NotContains(t, fmt.Sprintf("%T", format), "egexp", "an expression needs 0.7 seconds of CPU for a file of 5 MB")
	for value, ok := range map[string]bool{"": true, "aGk=": true, "a+/b": true, "a-_b==": true, "aGk=\n": false, "=aGk": false, "a b": false, "aGk£": false} {
		require.Equal(t, ok, format.Validate(value) == nil, value)
	}
}
