package jsonhttp

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"selfcare/internal/gateway"
)

// codeShape keeps free text, which may name a person, out of errors and held orders.
var codeShape = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]{0,63}$`)

// sort turns an answer into nil or one gateway error, and reports whether the system behaved.
func (c *Client) sort(call Call, status int, body []byte) (healthy bool, err error) {
	switch {
	case status >= 200 && status < 300:
		if err := accept(call, body); err != nil {
			return false, broken(call, err)
		}
		return true, nil
	case status == http.StatusTooManyRequests, status == http.StatusRequestTimeout:
		return true, fmt.Errorf("status %d: %w", status, gateway.ErrRetry)
	case status == http.StatusServiceUnavailable: // by definition nothing was done
		return false, fmt.Errorf("status %d: %w", status, gateway.ErrRetry)
	case status >= 400 && status < 500:
		return c.refusal(call, status, body)
	default:
		return false, broken(call, fmt.Errorf("status %d", status))
	}
}

func accept(call Call, body []byte) error {
	if call.File != nil {
		call.File.Content = body
	}
	if call.Answer != nil {
		if err := decode(body, call.Answer); err != nil {
			return err
		}
	}
	if call.Check != nil {
		return call.Check()
	}
	return nil
}

func (c *Client) refusal(call Call, status int, body []byte) (healthy bool, err error) {
	code := strings.ToLower(c.code(body))
	coded := codeShape.MatchString(code)
	if status == http.StatusNotFound && !coded { // a wrong address or a proxy; it says nothing about the object
		return false, broken(call, errors.New("status 404 without a code"))
	}
	if status == http.StatusNotFound && !call.Effect {
		return true, &gateway.Missing{System: c.system, Code: code}
	}
	if call.Refused != nil {
		if err := decode(body, call.Refused); err != nil {
			return false, broken(call, err)
		}
	}
	if !coded {
		code = fmt.Sprintf("http_%d", status)
	}
	return true, &gateway.Refusal{System: c.system, Code: code}
}

// codeField reads the field code of a refusal, in which most systems name its reason.
func codeField(body []byte) string {
	var said struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return said.Code
}

// decode drops the decoder's own text, which quotes values.
func decode(body []byte, into any) error {
	err := json.Unmarshal(body, into)
	if err == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("answer field %q has another type", wrong.Field)
	}
	return errors.New("answer is not the agreed JSON")
}

// broken sorts an answer that cannot be understood: after an effect the outcome is unknown, a read can simply be repeated.
func broken(call Call, cause error) error {
	if call.Effect {
		return fmt.Errorf("%w: %w", cause, gateway.ErrUnknown)
	}
	return fmt.Errorf("%w: %w", cause, gateway.ErrRetry)
}

// transportError drops the address, which may hold a mobile number. sent says that the request may have reached the system.
func transportError(err error, sent bool) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return broken(Call{Effect: sent}, err)
}
