package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/api/docs"
	"selfcare/api/server/account"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/permission"
	"selfcare/internal/store"
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

// operatorLogin takes password and second factor at once: the page keeps nothing between two forms.
func (s *Server) operatorLogin(c fiber.Ctx) error {
	token, err := s.operatorToken(c.Context(), c.FormValue("login"), c.FormValue("password"), c.FormValue("code"))
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		said := texts.Text(middleware.RequestOf(c.Context()).Language, refused.Code, nil)
		return sendPage(c.Status(fiber.StatusUnauthorized), docs.LoginPage(said))
	}
	if err != nil {
		return err
	}
	c.Cookie(&fiber.Cookie{
		Name: operatorCookie, Value: token, Path: "/codec", HTTPOnly: true,
		Secure: strings.HasPrefix(s.options.PublicURL, "https:"), SameSite: fiber.CookieSameSiteLaxMode,
		MaxAge: int(account.StaffSession.Absolute.Seconds()),
	})
	return sendPage(c, docs.LoginPage("You are signed in. Go back to the Temporal UI."))
}

// operatorToken is the session of an operator who has shown password and second factor. Whoever has not shown both learns of
// the second one only with the right password, and leaves no session behind.
func (s *Server) operatorToken(ctx context.Context, login, password, code string) (string, error) {
	token, user, err := s.PasswordSignIn(ctx, login, password, "")
	var refused *contract.Refusal
	var tooOften *middleware.Limited
	switch {
	case errors.As(err, &refused), errors.As(err, &tooOften):
		return "", contract.Refuse(contract.FailOperatorLogin)
	case err != nil:
		return "", err
	}
	hash, session, err := s.sessions.Of(ctx, token)
	if err != nil {
		return "", err
	}
	if refusal := s.proveOperator(ctx, hash, session, strings.TrimSpace(code)); refusal != nil {
		if err := s.EndSession(context.WithoutCancel(ctx), user.ID, hash); err != nil {
			return "", fmt.Errorf("end session without second factor: %w", err)
		}
		return "", refusal
	}
	return token, nil
}

func (s *Server) proveOperator(ctx context.Context, token []byte, session store.Session, code string) error {
	if !slices.Contains(session.User.Roles, permission.RoleOperator) {
		return contract.Refuse(contract.FailOperatorLogin)
	}
	if code == "" {
		return middleware.FactorShown(session)
	}
	err := s.Prove(ctx, session.User.ID, token, code)
	var tooOften *middleware.Limited
	if errors.As(err, &tooOften) {
		return contract.Refuse(contract.FailOperatorLogin)
	}
	return err
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
	if !slices.Contains(session.User.Roles, permission.RoleOperator) {
		return contract.Refuse(contract.FailForbidden)
	}
	if err := middleware.FactorShown(session); err != nil {
		return err
	}
	return c.Next()
}

func sendPage(c fiber.Ctx, page []byte) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Send(page)
}
