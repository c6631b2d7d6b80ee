package smsa

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/courier"
)

// Lengths of an address, in characters.
const (
	shortestName, longestName = 5, 150
	shortestLine, longestLine = 10, 100
)

type address struct {
	ContactName        string `json:"ContactName"`
	ContactPhoneNumber string `json:"ContactPhoneNumber"`
	Country            string `json:"Country"`
	City               string `json:"City"`
	AddressLine1       string `json:"AddressLine1"`
	AddressLine2       string `json:"AddressLine2,omitempty"`
	District           string `json:"District,omitempty"`
	Coordinates        string `json:"Coordinates,omitempty"` // "lat,long"
	PostalCode         string `json:"PostalCode,omitempty"`
	ShortCode          string `json:"ShortCode,omitempty"` // short national address
}

type booking struct {
	ConsigneeAddress   address     `json:"ConsigneeAddress"`
	ShipperAddress     address     `json:"ShipperAddress"`
	OrderNumber        string      `json:"OrderNumber"` // our reference
	DeclaredValue      json.Number `json:"DeclaredValue"`
	CODAmount          int         `json:"CODAmount"`
	Parcels            int         `json:"Parcels"`
	ShipDate           string      `json:"ShipDate"`
	ShipmentCurrency   string      `json:"ShipmentCurrency"`
	Weight             json.Number `json:"Weight"`
	WeightUnit         string      `json:"WeightUnit"`
	ContentDescription string      `json:"ContentDescription"`
	ServiceCode        string      `json:"ServiceCode,omitempty"`
	SMSARetailID       string      `json:"SMSARetailID,omitempty"` // office where the parcel is collected
	WaybillType        string      `json:"WaybillType"`
}

func shipperOf(s Shipper) address {
	return address{ContactName: s.Name, ContactPhoneNumber: s.Phone, Country: "SA", City: s.City, AddressLine1: s.Address}
}

func (c *Courier) bookingOf(p courier.Parcel) booking {
	b := booking{
		ConsigneeAddress: consigneeOf(p), ShipperAddress: c.shipper, OrderNumber: p.Reference,
		DeclaredValue: decimal(int64(c.contents.DeclaredValue), 100), Parcels: 1, ShipDate: c.now().In(riyadh).Format("2006-01-02T15:04:05"),
		ShipmentCurrency: "SAR", Weight: decimal(c.contents.WeightGrams, 1000), WeightUnit: "KG",
		ServiceCode: c.contents.Service, WaybillType: "PDF",
		// The label has the number of the order: the warehouse finds the card by it.
		ContentDescription: c.contents.Description + " " + p.OrderNumber,
	}
	if p.Delivery.Method == contract.DeliverPickup {
		b.SMSARetailID = p.Delivery.BranchID
	}
	return b
}

// riyadh has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

// decimal writes a count of parts as a number, exactly.
func decimal(parts, whole int64) json.Number {
	digits := len(strconv.FormatInt(whole, 10)) - 1
	return json.Number(fmt.Sprintf("%d.%0*d", parts/whole, digits, parts%whole))
}

// consigneeOf fits a recipient's data to the lengths that SMSA takes. A short name gets the number of the order, a short address the city.
func consigneeOf(p courier.Parcel) address {
	name := p.Contact.FullName
	if utf8.RuneCountInString(name) < shortestName {
		name += " (" + p.OrderNumber + ")"
	}
	to := address{ContactName: cut(name, longestName), ContactPhoneNumber: p.Contact.Mobile, Country: "SA"}
	if a := p.Delivery.Address; a != nil && p.Delivery.Method != contract.DeliverPickup {
		to.City, to.District, to.PostalCode, to.ShortCode = cityName(a.City), a.Area, a.Postcode, a.ShortAddress
		to.AddressLine1 = joined(", ", a.BuildingNumber+" "+a.Street, a.Area)
		to.AddressLine2 = cut(joined(", ", a.ApartmentNumber, a.Notes), longestLine)
		if a.Latitude != nil && a.Longitude != nil {
			to.Coordinates = fmt.Sprintf("%g,%g", *a.Latitude, *a.Longitude)
		}
	} else {
		to.City, to.AddressLine1 = cityName(p.Delivery.City), joined(", ", "SMSA", p.Delivery.Branch)
	}
	if utf8.RuneCountInString(to.AddressLine1) < shortestLine {
		to.AddressLine1 += ", " + to.City
	}
	to.AddressLine1 = cut(to.AddressLine1, longestLine)
	return to
}

func joined(separator string, parts ...string) string {
	var filled []string
	for _, part := range parts {
		if part != "" {
			filled = append(filled, part)
		}
	}
	return strings.Join(filled, separator)
}

func cut(text string, most int) string {
	if signs := []rune(text); len(signs) > most {
		return string(signs[:most])
	}
	return text
}

// cityName turns a key of our list into SMSA's name: al-khobar into Al Khobar. cityKey is the way back.
func cityName(key string) string {
	words := strings.FieldsFunc(key, func(r rune) bool { return r == '-' })
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, " ")
}

func cityKey(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), "-") }

type bookingAnswer struct {
	SAWB     string    `json:"sawb"`
	Waybills []waybill `json:"waybills"` // one for each parcel of the booking: we book one
}

type waybill struct {
	AWB  string `json:"awb"`
	File string `json:"awbFile"` // label as Base64
}

// label returns the label of the booking; a Missing says that there is none yet.
func (a bookingAnswer) label() ([]byte, error) {
	for _, w := range a.Waybills {
		if w.File == "" {
			continue
		}
		file, err := base64.StdEncoding.DecodeString(w.File)
		if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) {
			return nil, fmt.Errorf("the label is no PDF: %w", gateway.ErrRetry)
		}
		return file, nil
	}
	return nil, &gateway.Missing{System: system, Code: "no_label"}
}

func (a bookingAnswer) validate() error {
	if a.SAWB == "" {
		return errors.New("booking answered without an airway bill")
	}
	return nil
}

// tracked is a parcel on its way.
type tracked struct {
	AWB       string `json:"AWB"`
	Reference string `json:"Reference"`
	Scans     []scan `json:"Scans"`
}

type scan struct {
	Type        string `json:"ScanType"`
	Description string `json:"ScanDescription"`
	At          string `json:"ScanDateTime"` // local time
	Zone        string `json:"ScanTimeZone"` // such as +03:00
}

// oneTracked is a parcel, or a list of at most one: SMSA's samples differ.
type oneTracked tracked

// UnmarshalJSON reads both forms.
func (t *oneTracked) UnmarshalJSON(text []byte) error {
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		return json.Unmarshal(text, (*tracked)(t))
	}
	var list []tracked
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	if len(list) > 0 {
		*t = oneTracked(list[0])
	}
	return nil
}

// statuses are the scans that move a parcel on. Others, such as DMG (damaged) and MISS (missing), are only shown in SMSA's words: the
// parcel becomes overdue, and support asks.
var statuses = map[string]contract.ShipmentStatus{
	"PU": contract.ShipmentPickedUp, "PKD": contract.ShipmentPickedUp,
	"AF": contract.ShipmentInTransit, "HOP": contract.ShipmentInTransit, "HOR": contract.ShipmentInTransit, "HOT": contract.ShipmentInTransit,
	"CR": contract.ShipmentInTransit, "CC": contract.ShipmentInTransit, "CH": contract.ShipmentInTransit,
	"OD": contract.ShipmentOutForDelivery, "DE": contract.ShipmentFailedAttempt, "DL": contract.ShipmentDelivered,
	"RTO": contract.ShipmentReturned, "RTN": contract.ShipmentReturned, "CAN": contract.ShipmentCancelled,
}

// longestWords is the longest text of a scan, in characters.
const longestWords = 100

// words is the scan as SMSA puts it, in one line; empty if it says nothing.
func (s scan) words() string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, cmp.Or(strings.TrimSpace(s.Description), s.Type))
	return cut(strings.Join(strings.Fields(printable), " "), longestWords)
}

// moment is the time of a scan; false if it cannot be read.
func (s scan) moment() (time.Time, bool) {
	for _, zoned := range []string{s.At + s.Zone, s.At} {
		for _, layout := range []string{"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999"} {
			if at, err := time.ParseInLocation(layout, zoned, riyadh); err == nil {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// status is that of the newest scan that moves the parcel on.
func (t tracked) status() contract.ShipmentStatus {
	status, newest := contract.ShipmentBooked, time.Time{}
	for _, s := range t.Scans {
		moved, known := statuses[s.Type]
		if at, ok := s.moment(); known && ok && !at.Before(newest) {
			status, newest = moved, at
		}
	}
	return status
}

type city struct {
	Name    string `json:"cityName"`
	Country string `json:"countryCode"`
}

func validateCities(all []city) error {
	if len(all) == 0 {
		return errors.New("an empty list of cities")
	}
	return nil
}

type office struct {
	Code         string `json:"code"`
	Address      string `json:"address"`
	AddressAR    string `json:"addressAR"`
	City         string `json:"cityName"`
	Coordinates  string `json:"coordinates"` // "lat,long"
	FirstShift   string `json:"firstShift"`
	SecondShift  string `json:"secondShift"`
	WeekendShift string `json:"weekendShift"`
}

func validateOffices(all []office) error {
	if len(all) == 0 {
		return errors.New("an empty list of offices")
	}
	return nil
}

// branchesOf leaves out offices in other countries, and those without a place on the map.
func branchesOf(offices []office, cities []city) []courier.Branch {
	inKingdom := map[string]bool{}
	for _, c := range cities {
		inKingdom[cityKey(c.Name)] = c.Country == "" || c.Country == "SA"
	}
	var branches []courier.Branch
	for _, o := range offices {
		latitude, longitude, ok := coordinatesOf(o.Coordinates)
		if !ok || !inKingdom[cityKey(o.City)] || o.Code == "" {
			continue
		}
		days := joined(", ", o.FirstShift, o.SecondShift)
		branches = append(branches, courier.Branch{
			ID: o.Code, City: cityKey(o.City), NameEn: "SMSA " + o.City + " " + o.Code, NameAr: "سمسا " + o.Code,
			AddressEn: cmp.Or(o.Address, o.AddressAR), AddressAr: cmp.Or(o.AddressAR, o.Address),
			HoursEn: hours("Working days", "weekend", days, o.WeekendShift), HoursAr: hours("أيام العمل", "نهاية الأسبوع", days, o.WeekendShift),
			Latitude: latitude, Longitude: longitude,
		})
	}
	return branches
}

func hours(onDays, onWeekend, days, weekend string) string {
	if days != "" {
		days = onDays + " " + days
	}
	if weekend != "" {
		weekend = onWeekend + " " + weekend
	}
	return joined(" · ", days, weekend)
}

func coordinatesOf(text string) (latitude, longitude float64, ok bool) {
	first, second, _ := strings.Cut(text, ",")
	latitude, errLatitude := strconv.ParseFloat(strings.TrimSpace(first), 64)
	longitude, errLongitude := strconv.ParseFloat(strings.TrimSpace(second), 64)
	return latitude, longitude, errLatitude == nil && errLongitude == nil
}
