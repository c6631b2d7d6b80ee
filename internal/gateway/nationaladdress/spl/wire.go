package spl

import (
	"encoding/json"
	"strconv"
	"strings"

	"selfcare/internal/gateway/nationaladdress"
)

type answer struct {
	Addresses []address `json:"Addresses"`
	Success   *bool     `json:"success"` // absent in some versions
}

// validate refuses an answer that lists no address because something failed.
func (a answer) validate() error {
	if len(a.Addresses) == 0 && (a.Success == nil || !*a.Success) {
		return errUnsuccessful
	}
	return nil
}

// address has the fields that we read; SPL sends more. The second city has the name in the other language.
type address struct {
	BuildingNumber   text `json:"BuildingNumber"`
	Street           text `json:"Street"`
	District         text `json:"District"`
	City             text `json:"City"`
	CityOther        text `json:"City_L2"`
	PostCode         text `json:"PostCode"`
	AdditionalNumber text `json:"AdditionalNumber"`
	Latitude         text `json:"Latitude"`
	Longitude        text `json:"Longitude"`
}

func (a address) plain() nationaladdress.Address {
	return nationaladdress.Address{
		Cities: []string{string(a.City), string(a.CityOther)}, District: string(a.District), Street: string(a.Street),
		BuildingNumber: string(a.BuildingNumber), Postcode: string(a.PostCode), AdditionalNumber: string(a.AdditionalNumber),
		Latitude: a.Latitude.degrees(), Longitude: a.Longitude.degrees(),
	}
}

// text is a text or a number: SPL's samples have both.
type text string

// UnmarshalJSON reads both forms, and null as an empty text.
func (t *text) UnmarshalJSON(raw []byte) error {
	if raw[0] == '"' {
		var plain string
		err := json.Unmarshal(raw, &plain)
		*t = text(strings.TrimSpace(plain))
		return err
	}
	var number *json.Number
	if err := json.Unmarshal(raw, &number); err != nil || number == nil {
		return err
	}
	*t = text(*number)
	return nil
}

// degrees returns a coordinate, and zero for anything else.
func (t text) degrees() float64 {
	value, err := strconv.ParseFloat(string(t), 64)
	if err != nil {
		return 0
	}
	return value
}
