package middleware

import (
	"cmp"
	"errors"
	"math"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/failures"
	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/ratelimit"
	"selfcare/internal/flow"
	"selfcare/internal/platform/password"
	storeerrors "selfcare/internal/store/errors"
)

// retrySoon is the waiting time when the real one is unknown.
const retrySoon = 2 * time.Second

// waits has the useful waiting time for states that end without a message to the caller.
var waits = map[contract.Code]time.Duration{
	contract.FailIdempotencyInProgress: retrySoon,
	contract.FailIdentityInProgress:    15 * time.Second, // another person's request is open on the phone
}

// Invalid names the faulty fields of a request: path to text key.
type Invalid struct {
	Code   contract.Code
	Fields map[string]string
}

func (e *Invalid) Error() string { return string(e.Code) }

// Limited refuses a caller who tried too often or too soon.
type Limited struct {
	Code       contract.Code // defaults to FailRateLimited
	retryAfter time.Duration
	until      time.Time // end of the limit
}

// RetryAfter refuses a caller for a while.
func RetryAfter(after time.Duration) *Limited { return &Limited{retryAfter: after} }

func (e *Limited) Error() string { return string(cmp.Or(e.Code, contract.FailRateLimited)) }

// WrongCode refuses a wrong one-time code.
type WrongCode struct {
	Code contract.Code
	Left int // remaining tries
}

func (e *WrongCode) Error() string { return string(e.Code) }

// problem is a refusal before it is put into words.
type problem struct {
	code       contract.Code
	fields     map[string]string // path to text key
	params     map[string]string // parameters of the text
	retryAfter time.Duration
	until      time.Time // of a limit; told to the minute where it takes longer than a page's countdown
	triesLeft  *int
	work       *gen.Work
}

// problemFor is the only place where an error gets its meaning for the caller. An unknown error is our fault: the
// caller gets only the trace id.
func problemFor(err error) problem {
	var (
		refused *contract.Refusal
		wrong   *Invalid
		often   *Limited
		guess   *WrongCode
		robot   *RobotAsked
		crowd   *password.QueueFullError
		http    *fiber.Error
	)
	switch {
	case errors.As(err, &refused):
		return refusedProblem(refused)
	case errors.As(err, &wrong):
		return problem{code: wrong.Code, fields: wrong.Fields}
	case errors.As(err, &often):
		return problem{code: cmp.Or(often.Code, contract.FailRateLimited), retryAfter: often.retryAfter, until: often.until}
	case errors.As(err, &robot):
		return problem{code: contract.FailWorkNeeded, work: &robot.Work}
	case errors.As(err, &crowd):
		return problem{code: contract.FailSignInCrowded, retryAfter: crowd.RetryAfter}
	case errors.As(err, &guess):
		return problem{code: guess.Code, triesLeft: &guess.Left}
	case errors.Is(err, storeerrors.ErrNotFound):
		return problem{code: contract.FailNotFound}
	case errors.Is(err, flow.ErrOutcomeUnknown), storeerrors.Away(err):
		return problem{code: contract.FailUnavailable, retryAfter: retrySoon}
	case errors.As(err, &http):
		return problem{code: codeOfStatus(http.Code)}
	default:
		return problem{code: contract.FailInternal}
	}
}

func refusedProblem(refused *contract.Refusal) problem {
	p := problem{code: refused.Code, params: refused.Params}
	p.retryAfter = waits[refused.Code]
	if contract.Catalogue[refused.Code].Status == fiber.StatusServiceUnavailable {
		p.retryAfter = retrySoon
	}
	if len(refused.Fields) > 0 {
		p.fields = make(map[string]string, len(refused.Fields))
		for path, code := range refused.Fields {
			p.fields[path] = string(code)
		}
	}
	return p
}

// codeOfStatus maps refusals of Fiber and the generated binding to codes.
func codeOfStatus(status int) contract.Code {
	switch status {
	case fiber.StatusNotFound:
		return contract.FailNotFound
	case fiber.StatusMethodNotAllowed, fiber.StatusNotImplemented:
		return contract.FailMethod
	case fiber.StatusRequestEntityTooLarge, fiber.StatusRequestHeaderFieldsTooLarge:
		return contract.FailTooLarge
	case fiber.StatusBadRequest:
		return contract.FailNotJSON
	case fiber.StatusUnprocessableEntity, fiber.StatusRequestTimeout:
		return contract.FailValidation
	default:
		return contract.FailInternal
	}
}

// message ends with when to come back after a limit: in so many seconds, or to the minute where that takes long.
func (p problem) message(language string) string {
	said := texts.Text(language, p.code, p.params)
	switch {
	case p.until.IsZero():
		return said
	case p.retryAfter <= ratelimit.ResendAfter:
		seconds := strconv.Itoa(max(1, int(math.Ceil(p.retryAfter.Seconds()))))
		return said + " " + texts.Text(language, "retry.in", map[string]string{"seconds": seconds})
	}
	return said + " " + texts.Text(language, "retry.at", map[string]string{"at": line.FormatMoment(p.until.Add(time.Minute))})
}

// mimeProblem marks a body of RFC 9457. Clients that read JSON read it as such.
const mimeProblem = "application/problem+json"

// answerProblem sends a refusal.
func answerProblem(c fiber.Ctx, err error) error {
	current, p := RequestOf(c.Context()), problemFor(err)
	if p.retryAfter > 0 {
		c.Set(fiber.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(p.retryAfter.Seconds()))))
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	status := contract.Catalogue[p.code].Status
	if status != fiber.StatusMethodNotAllowed {
		c.Response().Header.Del(fiber.HeaderAllow) // Fiber sets it for every partly read body
	}
	return c.Status(status).JSON(p.shown(current), mimeProblem)
}

// shown is the common shape of a refusal.
func (p problem) shown(current *Request) gen.Problem {
	failure := contract.Catalogue[p.code]
	kind, title := failures.Address(p.code), failures.Title(p.code)
	answer := gen.Problem{
		Type:       &kind,
		Title:      &title,
		Status:     &failure.Status,
		Message:    p.message(current.Language),
		MessageKey: string(p.code),
		Code:       failure.Number,
		TraceId:    current.TraceID,
		TriesLeft:  p.triesLeft,
		Work:       p.work,
	}
	if number := p.params["order"]; number != "" {
		answer.OrderNumber = &number
	}
	if len(p.fields) > 0 {
		worded := p.worded(current.Language)
		answer.Fields = &worded
	}
	return answer
}

func (p problem) worded(language string) map[string]string {
	worded := map[string]string{}
	for _, path := range shownFields(p.fields) {
		worded[clipped(path)] = texts.Text(language, p.fields[path], p.params)
	}
	return worded
}
