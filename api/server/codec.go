package server

import (
	"errors"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/api/docs"
	"selfcare/api/server/account"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// operatorCookie is sent by the browser when the Temporal UI, on the same site, asks to decode with credentials.
const operatorCookie = "selfcare_operator"

// serveCodec lets operators who signed in here see the payloads of the Temporal UI in clear.
func (s *Server) serveCodec(app *fiber.App) {
	if s.options.Codec == nil {
		return
	}
	app.Get("/codec/login", func(c fiber.Ctx) error { return sendPage(c, docs.LoginPage("")) })
	app.Post("/codec/login", s.operatorLogin)
	if s.options.CodecOpen {
		app.All("/codec/*", adaptor.HTTPHandler(s.options.Codec))
		return
	}
	app.All("/codec/*", s.requireOperator, adaptor.HTTPHandler(s.options.Codec))
}

func (s *Server) operatorLogin(c fiber.Ctx) error {
	token, user, err := s.PasswordSignIn(c.Context(), c.FormValue("login"), c.FormValue("password"), "")
	var refused *contract.Refusal
	var tooOften *middleware.Limited
	switch {
	case errors.As(err, &refused), errors.As(err, &tooOften), err == nil && !slices.Contains(user.Roles, middleware.RoleOperator):
		said := texts.Text(middleware.RequestOf(c.Context()).Language, contract.FailOperatorLogin, nil)
		return sendPage(c.Status(fiber.StatusUnauthorized), docs.LoginPage(said))
	case err != nil:
		return err
	}
	c.Cookie(&fiber.Cookie{
		Name: operatorCookie, Value: token, Path: "/codec", HTTPOnly: true,
		Secure: strings.HasPrefix(s.options.PublicURL, "https:"), SameSite: fiber.CookieSameSiteLaxMode,
		MaxAge: int(account.StaffSession.Absolute.Seconds()),
	})
	return sendPage(c, docs.LoginPage("You are signed in. Go back to the Temporal UI."))
}

// requireOperator lets preflights pass: browsers send them without credentials.
func (s *Server) requireOperator(c fiber.Ctx) error {
	if c.Method() == fiber.MethodOptions {
		return c.Next()
	}
	token := c.Cookies(operatorCookie)
	if token == "" {
		token = strings.TrimPrefix(c.Get(fiber.HeaderAuthorization), "Bearer ")
	}
	_, session, err := s.sessions.Of(c.Context(), token)
	if err != nil {
		return err
	}
	if !slices.Contains(session.User.Roles, middleware.RoleOperator) {
		return contract.Refuse(contract.FailForbidden)
	}
	return c.Next()
}

func sendPage(c fiber.Ctx, page []byte) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Send(page)
}
