package customer

import (
	"context"
	"encoding/base64"
	"net/http"

	"selfcare/api/gen"
)

// Support is somebody with the role support.
type Support struct{ *Client }

// SignInSupport signs in with e-mail and password.
func SignInSupport(ctx context.Context, c *Client, login, password string) (*Support, error) {
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
	return &Support{&own}, nil
}

// Books reads whether everything an order touched agrees.
func (s *Support) Books(ctx context.Context, orderID string) (gen.OrderBooks, error) {
	var books gen.OrderBooks
	err := s.call(ctx, http.MethodGet, "/support/orders/"+orderID+"/books", nil, &books)
	return books, err
}
