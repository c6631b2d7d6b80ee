package servertest

import (
	"context"

	"selfcare/internal/contract"
)

// FakeSocial plays the provider and accepts only the answer to its last request.
type FakeSocial struct {
	Asked contract.SocialRequest
	Known contract.SocialIdentity
	err   error
}

func (p *FakeSocial) Address(_ context.Context, in contract.SocialRequest) (string, error) {
	p.Asked = in
	return "https://provider.example/authorize?state=" + in.State, p.err
}

func (p *FakeSocial) Identity(_ context.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	if in.SocialRequest != p.Asked || in.Code != "good" {
		return contract.SocialIdentity{}, contract.Refuse(contract.FailSocial)
	}
	return p.Known, p.err
}
