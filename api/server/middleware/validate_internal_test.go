package middleware

import (
	"testing"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"
	"github.com/valyala/fasthttp"

	"selfcare/internal/contract"
)

func TestCheck_HeaderSentTwice_IsRefused(t *testing.T) {
	all, err := Operations()
	require.NoError(t, err)
	plans := all["GET /plans"]
	app := fiber.New()
	c := app.AcquireCtx(&fasthttp.RequestCtx{})
	defer app.ReleaseCtx(c)

	c.Request().Header.Add("Accept-Language", "ar")
	require.NoError(t, plans.check(c))

	c.Request().Header.Add("Accept-Language", "en")
	var refused *contract.Refusal
	require.ErrorAs(t, plans.check(c), &refused)
	require.Equal(t, contract.FailValidation, refused.Code)
}
