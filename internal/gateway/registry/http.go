package registry

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the registry.
type Config = jsonhttp.Access

// HTTP is the registry behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the registry.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client("registry", "X-Api-Key", cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type lookupBody struct {
	IDNumber  string `json:"idNumber"`
	BirthDate string `json:"birthDate"`
	Calendar  string `json:"calendar"` // hijri or gregorian
}

// personAnswer uses pointers for fields whose absence must not read as "none" or "no".
type personAnswer struct {
	FullNameEn string `json:"fullNameEn"`
	FullNameAr string `json:"fullNameAr"`
	Gender     string `json:"gender"` // female, male; anything else counts as unknown
	SIMCount   *int   `json:"simCount"`
	Blocked    *bool  `json:"blocked"`
}

func (a personAnswer) validate() error {
	if a.SIMCount == nil || a.Blocked == nil {
		return errors.New("person answered without simCount or blocked")
	}
	return nil
}

// LookUp reads one person.
func (h *HTTP) LookUp(ctx context.Context, who Query) (Person, error) {
	said, err := jsonhttp.Ask(ctx, h.client, jsonhttp.Call{
		Operation: "lookup", Method: http.MethodPost, Path: "/v1/persons/lookup", // POST keeps the ID out of access logs
		Body: lookupBody{IDNumber: who.IDNumber, BirthDate: who.BirthDate, Calendar: string(who.Calendar)},
	}, personAnswer.validate)
	if err != nil {
		return Person{}, err
	}
	return Person{
		FullNameEn: said.FullNameEn, FullNameAr: said.FullNameAr, Gender: genderOf(said.Gender), SIMCount: *said.SIMCount, Blocked: *said.Blocked,
	}, nil
}

func genderOf(said string) contract.Gender {
	switch gender := contract.Gender(said); gender {
	case contract.GenderFemale, contract.GenderMale:
		return gender
	default:
		return ""
	}
}
