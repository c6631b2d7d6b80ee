package moyasar

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/payment"
)

type codeBody struct {
	Value string `json:"otp_value"`
}

// EnterCode sends the code of an STC Pay wallet to the address that its payment names. No document says how a wrong code is refused, so
// after a refusal the payment itself tells: a wallet that still waits did not take the code.
func (p *Provider) EnterCode(ctx context.Context, paymentID, code string) error {
	known, err := p.read(ctx, paymentID)
	if err != nil {
		return err
	}
	if !known.waitsForCode() {
		return notAsked
	}
	path, err := p.pathBelow(known.Source.TransactionURL)
	if err != nil {
		return err
	}
	err = p.client.Do(ctx, jsonhttp.Call{Operation: "code", Method: http.MethodPost, Path: path, Effect: true, Body: codeBody{code}})
	if !errors.Is(err, gateway.ErrFinal) {
		return err
	}
	switch now, err := p.read(ctx, paymentID); {
	case err != nil:
		return fmt.Errorf("%w, and the payment cannot be read: %w", gateway.ErrUnknown, dropSort(err))
	case now.waitsForCode():
		return &gateway.Refusal{System: system, Code: payment.CodeWrong}
	default:
		return nil // decided, such as by the last of several wrong codes
	}
}

var notAsked = &gateway.Refusal{System: system, Code: payment.CodeNotAsked}

// waitsForCode tells whether a wallet waits for the code that it sent.
func (a paymentAnswer) waitsForCode() bool {
	return a.Status == statusInitiated && a.Source.Type == sourceSTCPay && a.Source.TransactionURL != ""
}

// pathBelow returns the part of an address below ours, so that our key is sent to no other server.
func (p *Provider) pathBelow(address string) (string, error) {
	asked, err := url.Parse(address)
	if err == nil {
		if path, isBelow := strings.CutPrefix(asked.EscapedPath(), p.basePath+"/"); isBelow {
			return "/" + path + "?" + asked.RawQuery, nil
		}
	}
	return "", fmt.Errorf("%s code: the address for it is not one of the provider: %w", system, gateway.ErrRetry)
}
