package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"
	"github.com/google/uuid"

	"selfcare/api/docs"
	"selfcare/api/server/account"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/audit"
	"selfcare/internal/domain/permission"
	auditstore "selfcare/internal/store/audit"
	sessionstore "selfcare/internal/store/session"
)

// operatorCookie comes with the Temporal UI's request to decode, from the same site with credentials.
const operatorCookie = "selfcare_operator"

// operatorDevice marks a browser with an earlier operator sign-in: wrong passwords elsewhere do not lock it out.
const operatorDevice = "selfcare_operator_device"

// serveCodec decodes payloads of the Temporal UI for operators who signed in here.
func (s *Server) serveCodec(app *fiber.App) {
	if s.options.Codec == nil {
		return
	}
	app.Get("/codec/login", func(c fiber.Ctx) error { return sendPage(c, docs.LoginPage(docs.LoginForm{})) })
	app.Post("/codec/login", s.operatorLogin)
	if s.options.CodecOpen {
		app.All("/codec/*", s.noteDecoding, adaptor.HTTPHandler(s.options.Codec))
		return
	}
	app.All("/codec/*", s.requireOperator, s.noteDecoding, adaptor.HTTPHandler(s.options.Codec))
}

// taskSaid is the message of a form whose browser must do a proof of work first.
const taskSaid = "There were many wrong passwords. Enter your data again: your browser then does a task of a few seconds to show that you are no robot."

// operatorLogin takes password and second factor at once: the page has no state between two forms.
func (s *Server) operatorLogin(c fiber.Ctx) error {
	device := c.Cookies(operatorDevice)
	if _, err := uuid.Parse(device); err != nil {
		device = uuid.NewString()
	}
	current := middleware.RequestOf(c.Context())
	current.Operation, current.Worked = "operatorSignIn", c.FormValue("work")
	token, err := s.operatorToken(c.Context(), c.FormValue("login"), c.FormValue("password"), c.FormValue("code"), device)
	var refused *contract.Refusal
	var robot *middleware.RobotAsked
	switch {
	case errors.As(err, &robot):
		task, err := json.Marshal(robot.Work)
		if err != nil {
			return fmt.Errorf("write the proof of work: %w", err)
		}
		return sendPage(c.Status(fiber.StatusPreconditionRequired), docs.LoginPage(docs.LoginForm{Message: taskSaid, Task: string(task)}))
	case errors.As(err, &refused):
		said := texts.Text(current.Language, refused.Code, nil)
		return sendPage(c.Status(fiber.StatusUnauthorized), docs.LoginPage(docs.LoginForm{Message: said}))
	case err != nil:
		return err
	}
	c.Cookie(s.codecCookie(operatorCookie, token, account.StaffSession.Absolute))
	c.Cookie(s.codecCookie(operatorDevice, device, account.DeviceKnownFor))
	return sendPage(c, docs.LoginPage(docs.LoginForm{Message: "You are signed in. Go back to the Temporal UI."}))
}

func (s *Server) codecCookie(name, value string, lasts time.Duration) *fiber.Cookie {
	return &fiber.Cookie{
		Name: name, Value: value, Path: "/codec", HTTPOnly: true, Secure: strings.HasPrefix(s.options.PublicURL, "https:"),
		SameSite: fiber.CookieSameSiteLaxMode, MaxAge: int(lasts.Seconds()),
	}
}

// operatorToken opens a session after password and second factor. Only the right password reveals that a second factor
// is missing, and an incomplete sign-in leaves no session.
func (s *Server) operatorToken(ctx context.Context, login, password, code, device string) (string, error) {
	token, user, err := s.SignInByPassword(ctx, login, password, nil, device)
	var refused *contract.Refusal
	var tooOften *middleware.Limited
	var unread *middleware.Invalid
	switch {
	case errors.As(err, &refused), errors.As(err, &tooOften), errors.As(err, &unread):
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

func (s *Server) proveOperator(ctx context.Context, token []byte, session sessionstore.Session, code string) error {
	if !slices.Contains(session.User.Roles, permission.RoleOperator) {
		return contract.Refuse(contract.FailOperatorLogin)
	}
	if code == "" {
		return middleware.ValidateSecondFactor(session)
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
	if err := middleware.ValidateSecondFactor(session); err != nil {
		return err
	}
	c.Locals(operatorID, session.User.ID)
	return c.Next()
}

// operatorID is the key of the operator's id that requireOperator sets.
const operatorID = "operator id"

// unnamedOperator is the operator when no sign-in is required, which production refuses.
const unnamedOperator = "anybody"

// noteDecoding audits that an operator is about to see decoded payloads, for each request. It refuses the request if
// the entry cannot be written.
func (s *Server) noteDecoding(c fiber.Ctx) error {
	if c.Method() != fiber.MethodPost || strings.HasSuffix(c.Path(), "/encode") {
		return c.Next()
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	var asked struct{ Payloads []json.RawMessage }
	if err := json.Unmarshal(c.Body(), &asked); err != nil {
		return contract.Refuse(contract.FailNotJSON)
	}
	actor, known := c.Locals(operatorID).(string)
	if !known {
		actor = unnamedOperator
	}
	err := s.options.Store.Audit.Write(c.Context(), auditstore.Record{
		Actor: actor, Action: audit.DataRead,
		Details: map[string]string{"operation": "decodePayloads", "payloads": strconv.Itoa(len(asked.Payloads))},
	})
	if err != nil {
		return fmt.Errorf("audit the decoding: %w", err)
	}
	return c.Next()
}

func sendPage(c fiber.Ctx, page []byte) error {
	c.Set(fiber.HeaderContentType, fiber.MIMETextHTMLCharsetUTF8)
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Send(page)
}
