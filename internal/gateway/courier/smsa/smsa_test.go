package smsa_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/courier"
	"selfcare/internal/gateway/courier/smsa"
	"selfcare/internal/gateway/gatewaytest"
)

func adapterTo(t *testing.T, url string) *smsa.Courier {
	t.Helper()
	adapter, err := smsa.New(smsa.Config{
		URL: url, APIKey: "key", TrackingURL: "https://track.example/?awb={awb}",
		Shipper:  smsa.Shipper{Name: "Selfcare Warehouse", Phone: "0112223333", City: "Riyadh", Address: "King Fahd Road, Riyadh"},
		Contents: smsa.Contents{Description: "SIM card", WeightGrams: 50, DeclaredValue: 1005, Service: "EDDL"},
	}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return adapter
}

func parcel(delivery contract.Delivery) courier.Parcel {
	return courier.Parcel{
		Reference: "order-1", OrderNumber: "SC00000001", Delivery: delivery,
		Contact: contract.Contact{FullName: "Sara", Mobile: "0551234567", Email: "sara@example.com"},
	}
}

// service is SMSA with an answer for each call; the first one is used up, the last one stays.
type service struct {
	url     string
	answers map[string][]string // "200 {…}", by method and path
	calls   []string
}

func serve(t *testing.T, answers map[string][]string) *service {
	t.Helper()
	s := &service{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line := r.Method + " " + r.URL.EscapedPath()
		left := s.answers[line]
		if len(left) == 0 {
			w.WriteHeader(http.StatusTeapot)
			return
		}
		if len(left) > 1 {
			s.answers[line] = left[1:]
		}
		status, text, _ := strings.Cut(left[0], " ")
		s.calls = append(s.calls, line)
		var code int
		_, _ = fmt.Sscan(status, &code)
		w.WriteHeader(code)
		_, _ = fmt.Fprint(w, text)
	}))
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

const (
	unbooked = `404 {"code":"not_found"}`
	booked   = `200 {"sawb":"231200004567","createDate":"2026-11-30T10:00:00","shipmentParcelsCount":1,"waybills":[{"awb":"231200004568","awbFile":""}]}`
	known    = `200 {"AWB":"231200004567","Reference":"order-1","Scans":[]}`
	byRef    = "GET /api/track/reference/order-1"
	book     = "POST /api/shipment/b2c/new"
)

func TestBook_Reference_IsAskedForFirst(t *testing.T) {
	atHome := contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "1234"}}
	want := courier.AirwayBill{Number: "231200004567", TrackingURL: "https://track.example/?awb=231200004567"}
	tests := map[string]struct {
		inquiry string
		booking string
		calls   []string
		wantErr error
	}{
		"a new parcel":                    {unbooked, booked, []string{byRef, book}, nil},
		"an empty answer to the question": {`200 []`, booked, []string{byRef, book}, nil},
		"a parcel without a number":       {`200 {"AWB":"","Scans":null}`, booked, []string{byRef, book}, nil},
		"booked before":                   {known, booked, []string{byRef}, nil},
		"booked before, as a list":        {"200 [" + known[4:] + "]", booked, []string{byRef}, nil},
		"it cannot be asked":              {`500 `, booked, []string{byRef}, gateway.ErrRetry},
		"address refused":                 {unbooked, `400 {"errors":{"ConsigneeAddress.City":["invalid"]}}`, []string{byRef, book}, gateway.ErrFinal},
		"without an airway bill":          {unbooked, `200 {"waybills":[]}`, []string{byRef, book}, gateway.ErrUnknown},
		"server error":                    {unbooked, `500 `, []string{byRef, book}, gateway.ErrUnknown},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string][]string{byRef: {tt.inquiry}, book: {tt.booking}})
			got, err := adapterTo(t, s.url).Book(t.Context(), parcel(atHome))
			require.ErrorIs(t, err, tt.wantErr)
			if tt.wantErr == nil {
				require.Equal(t, want, got)
			}
			require.Equal(t, tt.calls, s.calls)
		})
	}
}

func TestBook_Refusals_KeepTheirReason(t *testing.T) {
	for want, tt := range map[string]struct {
		method string
		answer string
	}{
		"address_refused": {contract.DeliverHome, `400 {}`},
		"branch_closed":   {contract.DeliverPickup, `422 {}`},
		"http_401":        {contract.DeliverPickup, `401 {}`},
	} {
		s := serve(t, map[string][]string{byRef: {unbooked}, book: {tt.answer}})
		_, err := adapterTo(t, s.url).Book(t.Context(), parcel(contract.Delivery{Method: tt.method, BranchID: "R7", Address: &contract.Address{City: "riyadh"}}))
		var refused *gateway.Refusal
		require.ErrorAs(t, err, &refused)
		require.Equal(t, want, refused.Code)
	}
}

func TestStatus_Scans_NewestCounts(t *testing.T) {
	scans := func(types ...string) string {
		var list []string
		for n, kind := range types {
			list = append(list, fmt.Sprintf(`{"ScanType":%q,"City":"Riyadh","ScanDateTime":"2026-11-30T10:%02d:00","ScanTimeZone":"+03:00"}`, kind, n))
		}
		return `200 {"AWB":"2312","Reference":"order-1","Scans":[` + strings.Join(list, ",") + `]}`
	}
	tests := map[string]struct {
		answer  string
		want    contract.ShipmentStatus
		wantErr error
	}{
		"booked":                {scans(), contract.ShipmentBooked, nil},
		"picked up":             {scans("PU"), contract.ShipmentPickedUp, nil},
		"on its way":            {scans("PKD", "AF", "HOP"), contract.ShipmentInTransit, nil},
		"at the customs":        {scans("PU", "CR", "CC", "CH"), contract.ShipmentInTransit, nil},
		"with the driver":       {scans("PU", "AF", "OD"), contract.ShipmentOutForDelivery, nil},
		"a closed door":         {scans("PU", "OD", "DE"), contract.ShipmentFailedAttempt, nil},
		"delivered":             {scans("PU", "OD", "DL"), contract.ShipmentDelivered, nil},
		"returned":              {scans("PU", "OD", "RTO"), contract.ShipmentReturned, nil},
		"called off by SMSA":    {scans("CAN"), contract.ShipmentCancelled, nil},
		"damaged on its way":    {scans("PU", "AF", "DMG"), contract.ShipmentInTransit, nil},
		"a new type":            {scans("PU", "XX"), contract.ShipmentPickedUp, nil},
		"the newest one first":  {strings.Replace(scans("DL", "OD"), "10:00:00", "12:00:00", 1), contract.ShipmentDelivered, nil},
		"unknown parcel":        {unbooked, "", gateway.ErrNotFound},
		"no answer":             {`503 `, "", gateway.ErrRetry},
		"an answer that breaks": {`200 [`, "", gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string][]string{"GET /api/track/single/2312": {tt.answer}})
			got, err := adapterTo(t, s.url).Status(t.Context(), "2312")
			require.ErrorIs(t, err, tt.wantErr)
			require.Equal(t, tt.want, got)
		})
	}
}

func TestBook_Format_IsSMSAs(t *testing.T) {
	latitude, longitude := 24.7, 46.6
	shipper := `"ShipperAddress":{"ContactName":"Selfcare Warehouse","ContactPhoneNumber":"0112223333","Country":"SA","City":"Riyadh","AddressLine1":"King Fahd Road, Riyadh"}`
	rest := `"OrderNumber":"order-1","DeclaredValue":10.05,"CODAmount":0,"Parcels":1,"ShipmentCurrency":"SAR","Weight":0.050,"WeightUnit":"KG",
		"ContentDescription":"SIM card SC00000001","ServiceCode":"EDDL","WaybillType":"PDF"`
	tests := map[string]struct {
		delivery contract.Delivery
		want     string
	}{
		"to a home": {
			contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{
				City: "khamis-mushait", Area: "Olaya", Street: "King Fahd", BuildingNumber: "1234", ApartmentNumber: "12B", Notes: "Ring twice",
				Latitude: &latitude, Longitude: &longitude, ShortAddress: "RRRD2929", Postcode: "14926", AdditionalNumber: "3125",
			}},
			`{"ConsigneeAddress":{"ContactName":"Sara (SC00000001)","ContactPhoneNumber":"0551234567","Country":"SA","City":"Khamis Mushait",
			  "AddressLine1":"1234 King Fahd, Olaya","AddressLine2":"12B, Ring twice","District":"Olaya","Coordinates":"24.7,46.6","PostalCode":"14926","ShortCode":"RRRD2929"},` + shipper + `,` + rest + `}`,
		},
		"to an office": {
			contract.Delivery{Method: contract.DeliverPickup, BranchID: "R7", Branch: "X", City: "riyadh"},
			`{"ConsigneeAddress":{"ContactName":"Sara (SC00000001)","ContactPhoneNumber":"0551234567","Country":"SA","City":"Riyadh",
			  "AddressLine1":"SMSA, X, Riyadh"},` + shipper + `,` + rest + `,"SMSARetailID":"R7"}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			carrier := gatewaytest.Start(t, 404, `{"code":"not_found"}`)
			_, err := adapterTo(t, carrier.URL).Book(t.Context(), parcel(tt.delivery))
			require.Error(t, err)
			sent := carrier.Latest()
			require.Equal(t, book, sent.Line)
			require.Equal(t, "key", sent.Header.Get("ApiKey"))
			before, after, found := strings.Cut(sent.Body, `"ShipDate":"`)
			require.True(t, found)
			date, after, _ := strings.Cut(after, `",`)
			_, err = time.Parse("2006-01-02T15:04:05", date)
			require.NoError(t, err)
			require.JSONEq(t, tt.want, before+after)
		})
	}
}

func TestCancel_AnyParcel_IsRefused(t *testing.T) {
	var refused *gateway.Refusal
	require.ErrorAs(t, adapterTo(t, "https://smsa.example").Cancel(t.Context(), "2312"), &refused)
	require.Equal(t, courier.NotCancellable, refused.Code)
}

func TestBranches_OtherCountries_AreLeftOut(t *testing.T) {
	cities := `200 [{"cityName":"Riyadh","countryCode":"SA"},{"cityName":"Khamis Mushait","countryCode":"SA"}]`
	offices := `200 [
		{"code":"R7","address":"Olaya Street","addressAR":"شارع العليا","cityName":"Riyadh","coordinates":"24.7, 46.7","firstShift":"09:00-12:00","secondShift":"16:00-22:00","weekendShift":"16:00-22:00"},
		{"code":"K1","address":"","addressAR":"الخميس","cityName":"Khamis  Mushait","coordinates":"18.3,42.7","firstShift":"09:00-22:00"},
		{"code":"D1","address":"Deira","cityName":"Dubai","coordinates":"25.2,55.3"},
		{"code":"R8","address":"Malaz","cityName":"Riyadh","coordinates":"unknown"}]`
	s := serve(t, map[string][]string{"GET /api/lookup/cities/SA": {cities}, "GET /api/lookup/smsaoffices": {offices, `200 []`}})
	got, err := adapterTo(t, s.url).Branches(t.Context())
	require.NoError(t, err)
	require.Equal(t, []courier.Branch{
		{
			ID: "R7", City: "riyadh", NameEn: "SMSA Riyadh R7", NameAr: "سمسا R7", AddressEn: "Olaya Street", AddressAr: "شارع العليا",
			HoursEn: "Working days 09:00-12:00, 16:00-22:00 · weekend 16:00-22:00", HoursAr: "أيام العمل 09:00-12:00, 16:00-22:00 · نهاية الأسبوع 16:00-22:00",
			Latitude: 24.7, Longitude: 46.7,
		},
		{
			ID: "K1", City: "khamis-mushait", NameEn: "SMSA Khamis  Mushait K1", NameAr: "سمسا K1", AddressEn: "الخميس", AddressAr: "الخميس",
			HoursEn: "Working days 09:00-22:00", HoursAr: "أيام العمل 09:00-22:00", Latitude: 18.3, Longitude: 42.7,
		},
	}, got)
	_, err = adapterTo(t, s.url).Branches(t.Context())
	require.ErrorIs(t, err, gateway.ErrRetry, "an empty list is a fault")
}

const secret = "a-secret-that-both-know"

func report(body, with string) callback.Request {
	return callback.Request{Body: []byte(body), At: time.Now(), Header: func(name string) string {
		if name == "X-Webhook-Secret" {
			return with
		}
		return ""
	}}
}

func TestReceive_Parcels_EachScanIsAnEvent(t *testing.T) {
	events, err := smsa.Receiver{Secret: secret}.Receive(t.Context(), report(`[
		{"AWB":"2312","Reference":"order-1","Scans":[
			{"ScanType":"OD","ScanDateTime":"2026-11-30T10:00:00","ScanTimeZone":"+03:00"},
			{"ScanType":"AF","ScanDateTime":"2026-11-30T09:00:00"}]},
		{"AWB":"2313","Reference":"order-2","isDelivered":true,"Scans":[{"ScanType":"DL","ScanDateTime":"2026-11-30T11:00:00.5","ScanTimeZone":"+03:00"}]}]`, secret))
	require.NoError(t, err)
	at := time.Date(2026, 11, 30, 7, 0, 0, 0, time.UTC)
	require.Len(t, events, 3)
	for n, want := range []struct {
		id   string
		news callback.Parcel
	}{
		{"2312-OD-2026-11-30T07:00:00Z", callback.Parcel{AirwayBill: "2312", Reference: "order-1", Status: contract.ShipmentOutForDelivery, At: at}},
		{"2312-AF-2026-11-30T06:00:00Z", callback.Parcel{AirwayBill: "2312", Reference: "order-1", Status: contract.ShipmentInTransit, At: at.Add(-time.Hour)}},
		{"2313-DL-2026-11-30T08:00:00Z", callback.Parcel{AirwayBill: "2313", Reference: "order-2", Status: contract.ShipmentDelivered, At: at.Add(time.Hour + 500*time.Millisecond)}},
	} {
		news, ok := events[n].News.(callback.Parcel)
		require.True(t, ok)
		require.True(t, want.news.At.Equal(news.At), want.id)
		news.At = want.news.At
		require.Equal(t, want.news, news)
		require.Equal(t, want.id, events[n].ID)
	}
}

// A scan that we do not know is shown in SMSA's words, however it comes; an empty one says nothing.
func TestReceive_UnknownScans_HaveCouriersWords(t *testing.T) {
	const at = `"ScanDateTime":"2026-11-30T10:00:00","ScanTimeZone":"+03:00"`
	long := strings.Repeat("و", 120)
	for name, tt := range map[string]struct{ scan, id, text string }{
		"damaged":              {`{"ScanType":"DMG","ScanDescription":"Damaged Shipment",` + at + `}`, "2312-DMG-2026-11-30T07:00:00Z", "Damaged Shipment"},
		"missing, in no words": {`{"ScanType":"MISS",` + at + `}`, "2312-MISS-2026-11-30T07:00:00Z", "MISS"},
		"a type of no signs":   {`{"ScanType":"تأخير","ScanDescription":" held\nby\u0000 customs ",` + at + `}`, "2312--2026-11-30T07:00:00Z", "held by customs"},
		"a long type":          {`{"ScanType":"` + strings.Repeat("X", 90) + `","ScanDescription":"` + long + `",` + at + `}`, "2312-" + strings.Repeat("X", 16) + "-2026-11-30T07:00:00Z", strings.Repeat("و", 100)},
	} {
		events, err := smsa.Receiver{Secret: secret}.Receive(t.Context(), report(`[{"AWB":"2312","Reference":"order-1","Scans":[`+tt.scan+`]}]`, secret))
		require.NoError(t, err, name)
		require.Len(t, events, 1, name)
		require.Equal(t, tt.id, events[0].ID, name)
		news, ok := events[0].News.(callback.Parcel)
		require.True(t, ok)
		require.Empty(t, news.Status, name)
		require.Equal(t, tt.text, news.Text, name)
	}
	events, err := smsa.Receiver{Secret: secret}.Receive(t.Context(), report(`[{"AWB":"2312","Scans":[{"ScanDescription":" ",`+at+`}]}]`, secret))
	require.NoError(t, err)
	require.Empty(t, events)
}

func TestReceive_WrongReports_AreRefused(t *testing.T) {
	const right = `[{"AWB":"2312","Scans":[{"ScanType":"OD","ScanDateTime":"2026-11-30T10:00:00"}]}]`
	for with, receiver := range map[string]smsa.Receiver{"": {}, "another": {Secret: secret}, secret + "x": {Secret: secret}} {
		_, err := receiver.Receive(t.Context(), report(right, with))
		require.ErrorIs(t, err, callback.ErrForged)
	}
	_, err := smsa.Receiver{Secret: secret}.Receive(t.Context(), report(`{"AWB":"2312"}`, secret))
	require.ErrorIs(t, err, callback.ErrUnreadable)
	for field, body := range map[string]string{
		"AWB":                `[{"Scans":[{"ScanType":"OD","ScanDateTime":"2026-11-30T10:00:00"}]}]`,
		"Scans.ScanDateTime": `[{"AWB":"2312","Scans":[{"ScanType":"OD","ScanDateTime":"yesterday"}]}]`,
	} {
		_, err := smsa.Receiver{Secret: secret}.Receive(t.Context(), report(body, secret))
		var invalid *callback.Invalid
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, field, invalid.Field)
	}
}

func TestLabel_Answers_AreSorted(t *testing.T) {
	const query = "GET /api/shipment/b2c/query/231200004567"
	file := base64.StdEncoding.EncodeToString([]byte("%PDF-1.7 label"))
	for name, tt := range map[string]struct {
		answer  string
		wantErr error
	}{
		"a label":          {`200 {"sawb":"231200004567","waybills":[{"awb":"231200004568","awbFile":"` + file + `"}]}`, nil},
		"no label yet":     {`200 {"sawb":"231200004567","waybills":[{"awb":"231200004568","awbFile":""}]}`, gateway.ErrNotFound},
		"no parcel":        {`200 {"sawb":"231200004567","waybills":[]}`, gateway.ErrNotFound},
		"unknown":          {unbooked, gateway.ErrNotFound},
		"not Base64":       {`200 {"waybills":[{"awbFile":"%"}]}`, gateway.ErrRetry},
		"no PDF":           {`200 {"waybills":[{"awbFile":"XlhB"}]}`, gateway.ErrRetry}, // ^XA, as ZPL begins
		"our key is wrong": {`401 {}`, gateway.ErrFinal},
		"away":             {`503 {}`, gateway.ErrRetry},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string][]string{query: {tt.answer}})
			label, err := adapterTo(t, s.url).Label(t.Context(), "231200004567")
			require.ErrorIs(t, err, tt.wantErr)
			if tt.wantErr == nil {
				require.Equal(t, "%PDF-1.7 label", string(label))
			}
			require.Equal(t, []string{query}, s.calls)
		})
	}
}
