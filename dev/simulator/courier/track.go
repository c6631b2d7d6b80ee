package courier

import (
	_ "embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"selfcare/dev/simulator/engine"
)

//go:embed track.html
var trackHTML string

var trackTemplate = template.Must(template.New("track").Funcs(template.FuncMap{
	"clock": func(t time.Time) string { return t.In(riyadh).Format("2006-01-02 15:04") },
}).Parse(trackHTML))

// riyadh has no summer time.
var riyadh = time.FixedZone("Asia/Riyadh", 3*60*60)

type trackTexts struct {
	Title, Courier, Nothing string
	Status                  map[Status]string
}

var (
	english = trackTexts{"Track a parcel", "Test courier", "Not picked up yet", map[Status]string{
		Booked: "Booked", PickedUp: "Picked up", InTransit: "In transit", OutForDelivery: "Out for delivery",
		FailedAttempt: "Delivery attempt failed", Delivered: "Delivered", Returned: "Returned to sender", Cancelled: "Cancelled",
		Damaged: "Damaged", Missing: "Missing",
	}}
	arabic = trackTexts{"تتبع الشحنة", "شركة الشحن التجريبية", "لم تُستلم بعد", map[Status]string{
		Booked: "تم الحجز", PickedUp: "تم الاستلام من المرسل", InTransit: "في الطريق", OutForDelivery: "خرجت للتوصيل",
		FailedAttempt: "تعذر التوصيل", Delivered: "تم التوصيل", Returned: "أعيدت إلى المرسل", Cancelled: "ملغاة",
		Damaged: "متضررة", Missing: "مفقودة",
	}}
)

type trackPage struct {
	Lang, Dir string
	T         trackTexts
	Parcel    Parcel
}

// trackParcel is the page of an airway bill's tracking address.
func (s *System) trackParcel(w http.ResponseWriter, r *http.Request) {
	page := trackPage{Lang: "ar", Dir: "rtl", T: arabic}
	asked := r.URL.Query().Get("lang") + r.Header.Get("Accept-Language")
	if strings.HasPrefix(asked, "en") {
		page = trackPage{Lang: "en", Dir: "ltr", T: english}
	}
	known := false
	err := s.Engine().View(func(tx *engine.Tx) { page.Parcel, known = parcels.Get(tx, r.PathValue("awb")) })
	if err != nil || !known {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'")
	if err := trackTemplate.Execute(w, page); err != nil {
		s.Engine().Log().Error("tracking page not shown", "error", err)
	}
}
