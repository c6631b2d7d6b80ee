package customer

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/pquerna/otp/totp"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// Support is a person with the role support.
type Support struct{ *Client }

// SignIn signs a person in with a login and a password.
func SignIn(ctx context.Context, c *Client, login, password string) (*Client, error) {
	own := *c
	own.Session = ""
	var answer struct {
		Data struct {
			AuthToken string `json:"auth_token"`
		} `json:"data"`
	}
	request, err := own.request(ctx, http.MethodPost, "/auth", "", nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(login+":"+password)))
	if err := own.send(request, &answer); err != nil {
		return nil, err
	}
	own.Token = answer.Data.AuthToken
	return &own, nil
}

// SignInSupport signs in with e-mail, password and the secret of an authenticator app.
func SignInSupport(ctx context.Context, c *Client, login, password, secret string) (*Support, error) {
	own, err := SignIn(ctx, c, login, password)
	if err != nil {
		return nil, err
	}
	support := &Support{own}
	return support, support.showFactor(ctx, secret)
}

// ResumeSupport uses the session of a token. It returns the refusal of an ended session.
func ResumeSupport(ctx context.Context, c *Client, token string) (*Support, error) {
	own := *c
	own.Session, own.Token = "", token
	support := &Support{&own}
	return support, support.Call(ctx, http.MethodGet, "/support/outages", nil, nil)
}

// codeLasts is how long an authenticator app shows one code.
const codeLasts = 30 * time.Second

// showFactor shows the present code. After an earlier use it shows the next one, which may be too early, and then
// waits for more.
func (s *Support) showFactor(ctx context.Context, secret string) error {
	for at := time.Now(); ; at = at.Add(codeLasts) {
		code, err := totp.GenerateCode(secret, at)
		if err != nil {
			return fmt.Errorf("make a code: %w", err)
		}
		err = s.Call(ctx, http.MethodPost, "/users/current/second-factor/proof", map[string]string{"code": code}, nil)
		var refused *Refused
		if !errors.As(err, &refused) || refused.Problem.MessageKey != string(contract.FailFactorUsed) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Until(at)):
		}
	}
}

// RetryHeld retries a held case. A case that is no longer held stays as it is.
func (s *Support) RetryHeld(ctx context.Context, kind, id string) error {
	path := "/support/cases/" + kind + "/" + id
	var preview struct{ Data gen.CasePreview }
	if err := s.Call(ctx, http.MethodPost, path+"/preview", map[string]string{"action": contract.ResolveRetry}, &preview); err != nil {
		return err
	}
	if !preview.Data.Allowed {
		return nil
	}
	decision := map[string]string{"action": contract.ResolveRetry, "note": "no answer from the partner", "seen": preview.Data.Seen}
	err := s.Call(ctx, http.MethodPost, path+"/resolution", decision, nil)
	var refused *Refused
	if errors.As(err, &refused) && refused.Status == http.StatusConflict {
		return nil
	}
	return err
}

// Books reads whether all records of an order agree.
func (s *Support) Books(ctx context.Context, orderID string) (gen.OrderBooks, error) {
	var books gen.OrderBooks
	err := s.Call(ctx, http.MethodGet, "/support/orders/"+orderID+"/books", nil, &books)
	return books, err
}
